import { useQueryClient } from '@tanstack/react-query';

import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import type { ModelSettings } from '../protocol.ts';
import { storeModelSettings } from './queries.ts';

/**
 * Shows the settings in which one model has every role that converses; without a name, the embedded agents have them.
 */
export function useChosenForAll(): (settings: ModelSettings, model: string) => void {
  const queries = useQueryClient();
  const notify = useNotifyUndoable();
  return (settings, model) => {
    storeModelSettings(queries, settings);
    void notify({
      text: model === '' ? 'What is built in has every role.' : `${model} is the tutor, and has every role that talks.`,
    });
  };
}
