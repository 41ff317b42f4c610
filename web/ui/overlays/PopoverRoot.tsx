import * as Popover from 'radix-ui/popover'
import type { ComponentProps } from 'react'
import { useMedia } from '../browser/use-media.ts'

/** On touch screens a tap beside it only closes it. Radix would pass it on, as to a link that leaves the page. */
export const PopoverRoot = (props: ComponentProps<typeof Popover.Root>) => (
  <Popover.Root modal={useMedia('(pointer: coarse)')} {...props} />
)
