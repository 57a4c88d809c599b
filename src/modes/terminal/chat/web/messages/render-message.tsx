import type { RenderNotice, RenderPart } from '#session/web/transcript/rows/message-parts.tsx';

import { aboutOf, type ToolsPart } from '../../domain/shown/shown-messages.ts';
import type { AboutPart } from '../../protocol.ts';
import { ToolGroup } from '../tools/tool-group.tsx';
import { AboutLines } from './about-lines.tsx';
import { NoticeLine } from './notice-line.tsx';

export const renderChatPart: RenderPart = (part, message) => {
  if (part.type === 'tools') return <ToolGroup part={part as ToolsPart} messageId={message.id} />;
  if (part.type === 'about') return <AboutLines about={part as AboutPart} author={message.author} />;
  return null;
};

export const renderChatNotice: RenderNotice = (message) => {
  const kind = aboutOf(message)?.notice;
  return kind === undefined ? undefined : <NoticeLine kind={kind} text={message.content} />;
};
