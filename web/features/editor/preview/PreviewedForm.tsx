import type { ComponentProps } from 'react'
import { LivePreview } from './LivePreview.tsx'

/** A form, and the preview of what it changes at its side. */
export function PreviewedForm({
  children,
  ...preview
}: ComponentProps<typeof LivePreview> & ComponentProps<'div'>) {
  return (
    <div className="items-start gap-7 max-[1099px]:pb-14 min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,640px)_320px] min-[1280px]:gap-12">
      <div className="min-w-0 max-w-[640px]">{children}</div>
      <LivePreview {...preview} />
    </div>
  )
}
