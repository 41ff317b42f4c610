import { useMedia } from '../../../ui/browser/use-media.ts'
import { PreviewSheet } from './PreviewSheet.tsx'
import { PreviewScreen, type PreviewProps } from './PreviewScreen.tsx'

interface LivePreviewProps extends PreviewProps {
  /** A bar sticks to the bottom of the window: the button of phones is placed above it. */
  readonly raised?: boolean
}

/** The public page as it would be with unsaved values: beside a form, and on phones behind a button. */
export function LivePreview({ raised = false, ...preview }: LivePreviewProps) {
  const wide = useMedia('(min-width: 900px)')
  return wide ? <Phone {...preview} /> : <PreviewSheet {...preview} raised={raised} />
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
