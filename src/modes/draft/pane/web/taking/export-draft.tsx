import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM, MenuSeparator } from '#elements/web/menu.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { useCopy } from '#elements/web/use-copy.ts';
import { safeFileName } from '#text/domain/safe-file-name.ts';

import type { CitedDraft } from '../../../protocol.ts';
import { asMarkdown, type CitationStyle } from '../../../text/domain/export/markdown.ts';

const STYLES: Readonly<Record<CitationStyle, string>> = {
  footnotes: 'As footnotes',
  links: 'As links',
  none: 'Left out',
};

/** Saves a draft as a file, with citations in the chosen style. */
export function ExportDraft({ draft }: { readonly draft: CitedDraft & { readonly title: string } }) {
  const [style, setStyle] = useState<CitationStyle>('footnotes');
  const { copy } = useCopy();
  const toast = useToast();
  const saveHtml = async () => {
    try {
      // Loaded on demand: it contains a Markdown parser that nothing else on the page needs.
      const { asHtmlDocument } = await import('../../../text/domain/export/html.ts');
      saveFile(`${safeFileName(draft.title, 'Draft')}.html`, asHtmlDocument(draft, style), 'text/html');
    } catch {
      toast({ text: 'The export could not be fetched. Check that Warren is running, then try again.' });
    }
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button look="quiet" className="min-h-[28px] px-2.5 py-0.5">
          Export
        </Button>
      }
    >
      <DropdownMenu.Item
        className={MENU_ITEM}
        onSelect={() => saveFile(`${safeFileName(draft.title, 'Draft')}.md`, asMarkdown(draft, style), 'text/markdown')}
      >
        Save as Markdown
      </DropdownMenu.Item>
      <DropdownMenu.Item className={MENU_ITEM} onSelect={() => void saveHtml()}>
        Save as HTML
      </DropdownMenu.Item>
      {copy && (
        <DropdownMenu.Item className={MENU_ITEM} onSelect={() => copy(asMarkdown(draft, style))}>
          Copy as Markdown
        </DropdownMenu.Item>
      )}
      <MenuSeparator />
      <DropdownMenu.Label className="px-2.5 py-1 text-xs text-ink-faint">Citations</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={style} onValueChange={(next) => setStyle(next as CitationStyle)}>
        {(Object.keys(STYLES) as CitationStyle[]).map((each) => (
          <DropdownMenu.RadioItem
            key={each}
            value={each}
            className={MENU_ITEM}
            // Keep the menu open, to choose the file next.
            onSelect={(event) => event.preventDefault()}
          >
            <span className="flex-1">{STYLES[each]}</span>
            <DropdownMenu.ItemIndicator>
              <Icon of={Check} />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </Menu>
  );
}

/** Offers a text as a download. */
function saveFile(name: string, text: string, type: 'text/markdown' | 'text/html'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A download that has begun no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
