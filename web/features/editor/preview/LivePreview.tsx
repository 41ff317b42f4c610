import { useState } from 'react'
import { useMedia } from '../../../ui/browser/use-media.ts'
import { PreviewSheet } from './PreviewSheet.tsx'
import { PreviewScreen, type PreviewProps } from './PreviewScreen.tsx'

interface LivePreviewProps extends PreviewProps {
  /** Another button opens the sheet of phones. */
  readonly hasOpener?: boolean
  /** With `onOpenChange`, of whoever has that button. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** The public page as it would be with unsaved values: beside a form, and on phones behind a button. */
export function LivePreview({ hasOpener = false, open, onOpenChange, ...preview }: LivePreviewProps) {
  const wide = useMedia('(min-width: 900px)')
  const [isOpen, setOpen] = useState(false)
  if (wide) return <Phone {...preview} />
  return (
    <PreviewSheet
      {...preview}
      hasOpener={hasOpener}
      open={open ?? isOpen}
      onOpenChange={onOpenChange ?? setOpen}
    />
  )
}

/** `--phone` px wide and, where the window is high enough, 320 to 660. Its screen is that of a phone of 390 px, drawn smaller. */
function Phone(preview: PreviewProps) {
  return (
    <aside
      aria-label="Vista previa"
      className="sticky top-[22px] h-(--high) w-[calc(var(--phone)*1px)] rounded-[46px] [--high:min(var(--phone)*660px/320,100dvh-44px)] bg-(--on-signal) p-2 shadow-modal ring-1 ring-line"
    >
      <div className="h-full overflow-hidden rounded-[38px]">
        <div className="h-[calc((var(--high)-16px)*390/(var(--phone)-16))] w-[390px] origin-top-left scale-[calc((var(--phone)-16)/390)]">
          <PreviewScreen {...preview} />
        </div>
      </div>
    </aside>
  )
}
