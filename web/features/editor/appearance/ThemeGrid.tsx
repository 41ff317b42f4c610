import { CircleCheck } from 'lucide-react'
import { useId, type CSSProperties } from 'react'
import { PRESET_NAMES, type PresetId } from '@app/contracts/fields/profile-labels.ts'
import { themeLook } from '../../public-page/view/styles/themes.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { DEFAULT_THEME, type ProfileTheme } from '@app/contracts/profiles/events.ts'

const TILES = ['a', 'b', 'c', 'd']

/** The outline of a profile in the colours of a theme. */
function MiniPhone({ theme }: { readonly theme: PresetId }) {
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

interface ThemeGridProps {
  readonly chosen: ProfileTheme['theme_color']
  readonly onChoose: (theme: PresetId) => void
}

/** Native radio buttons, whose arrows choose. */
export function ThemeGrid({ chosen, onChoose }: ThemeGridProps) {
  const group = useId()
  return (
    <Panel title="Temas">
      <div
        role="radiogroup"
        aria-label="Temas"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.75rem),1fr))] gap-2.5"
      >
        {PRESET_NAMES.map(([id, name]) => (
          <label
            key={id}
            className="relative grid cursor-pointer gap-2 rounded-lg p-2 text-small font-semibold hover:bg-surface-2 has-checked:shadow-[inset_0_0_0_2px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) forced-colors:has-checked:border"
          >
            <MiniPhone theme={id} />
            <span className="flex min-h-5 items-center justify-between gap-1 px-0.5">
              <span>
                <input
                  type="radio"
                  name={group}
                  value={id}
                  checked={chosen === id}
                  onChange={() => onChoose(id)}
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                {name}
              </span>
              {chosen === id && (
                <CircleCheck aria-hidden="true" size={17} className="flex-none text-accent" />
              )}
            </span>
          </label>
        ))}
      </div>
    </Panel>
  )
}
