import type { ComponentProps } from 'react'
import { LivePreview } from './LivePreview.tsx'

/** A form, with a preview beside it: a narrower phone on narrow screens. */
export function PreviewedForm({
  children,
  ...preview
}: ComponentProps<typeof LivePreview> & ComponentProps<'div'>) {
  return (
    <div className="items-start gap-5 [--phone:248] max-[899px]:pb-14 min-[900px]:grid min-[900px]:grid-cols-[minmax(0,640px)_auto] min-[1100px]:gap-7 min-[1100px]:[--phone:320] min-[1280px]:gap-12">
      <div className="@container min-w-0 max-w-[640px]">{children}</div>
      <LivePreview {...preview} />
    </div>
  )
}
