import type { ProfileTheme } from '@app/contracts/events/profile-events.ts'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { PRESET_NAMES, type PresetId } from '../../../app/profile-themes.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { MiniPhone } from './MiniPhone.tsx'

interface ThemeGridProps {
  readonly chosen: ProfileTheme['theme_color']
  /** Also of the theme that is chosen already. */
  readonly onPress: () => void
  readonly onChoose: (theme: PresetId) => void
}

/** Native radio buttons, whose arrows choose. */
export function ThemeGrid({ chosen, onPress, onChoose }: ThemeGridProps) {
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
                  onClick={onPress}
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
