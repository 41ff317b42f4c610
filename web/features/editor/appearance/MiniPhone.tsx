import { DEFAULT_THEME } from '@app/contracts/events/profile-events.ts'
import type { CSSProperties } from 'react'
import { themeLook, type PresetId } from '../../../app/profile-themes.ts'

const TILES = ['a', 'b', 'c', 'd']

/** The outline of a profile in the colours of a theme. */
export function MiniPhone({ theme }: { readonly theme: PresetId }) {
  const look = themeLook({ ...DEFAULT_THEME, theme_color: theme })
  return (
    <span
      aria-hidden="true"
      style={look as CSSProperties}
      className="flex aspect-[10/17] w-full flex-col overflow-hidden rounded-[14px] bg-(--p-bg) ring-1 ring-line forced-color-adjust-none"
    >
      <span className="h-[26%] flex-none bg-[var(--p-cover,var(--p-button))]" />
      <span className="-mt-[15%] ml-[9%] aspect-square w-[30%] flex-none rounded-full border-2 border-(--p-bg) bg-[linear-gradient(var(--p-accent),var(--p-accent))] bg-clip-padding" />
      <span className="mt-[6%] ml-[9%] h-[4.5%] w-[62%] flex-none rounded-full bg-(--p-text)" />
      <span className="mt-[4%] ml-[9%] h-[3%] w-[44%] flex-none rounded-full bg-(--p-sub)" />
      <span className="mx-[9%] mt-[8%] grid flex-1 grid-cols-2 gap-[6%]">
        {TILES.map((tile) => (
          <span
            key={tile}
            className="rounded-[4px] bg-(--p-tile) shadow-[inset_0_0_0_1px_var(--p-hair,#0000)]"
          />
        ))}
      </span>
      <span className="m-[9%] h-[9%] flex-none rounded-[5px] bg-(--p-button)" />
    </span>
  )
}
