import { useMedia } from '../../../ui/use-media.ts'
import { Phone } from './Phone.tsx'
import { PreviewSheet } from './PreviewSheet.tsx'
import type { PreviewProps } from './PreviewScreen.tsx'

interface LivePreviewProps extends PreviewProps {
  /** A bar sticks to the bottom of the window: the button of phones is placed above it. */
  readonly raised?: boolean
}

/** The public page as it would be with unsaved values: beside a form, and on phones behind a button. */
export function LivePreview({ raised = false, ...preview }: LivePreviewProps) {
  const wide = useMedia('(min-width: 900px)')
  return wide ? <Phone {...preview} /> : <PreviewSheet {...preview} raised={raised} />
}
