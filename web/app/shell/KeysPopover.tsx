import { Keyboard } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { IconButton } from '../../ui/IconButton.tsx'
import { LazyPart } from '../../ui/notices/LazyPart.tsx'
import { quietChunk } from '../../ui/browser/chunk.tsx'
import type { SidebarState } from './use-sidebar.ts'

/** Nobody needs the list before the first press. */
const KeysList = quietChunk(async () => (await import('./KeysList.tsx')).KeysList)

export const KeysPopover = ({ sidebar }: { readonly sidebar: SidebarState }) => (
  <Popover.Root open={sidebar.keysOpen} onOpenChange={sidebar.setKeysOpen}>
    <Popover.Trigger asChild>
      <IconButton label="Atajos de teclado" className="text-ink-3">
        <Keyboard aria-hidden="true" size={17} strokeWidth={1.9} />
      </IconButton>
    </Popover.Trigger>
    {sidebar.keysOpen && (
      <LazyPart onFailed={() => sidebar.setKeysOpen(false)}>
        <KeysList sidebar={sidebar} />
      </LazyPart>
    )}
  </Popover.Root>
)
