import { ChevronDown } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { countedText } from '../../../ui/wording/figures.ts'

const CHOICES = [1, 2, 3, 4, 5, 10, 15, 20, 30] as const
const CUSTOM = 'custom'

export const limitText = (limit: number): string => countedText(limit, 'perfil', 'perfiles')

interface LimitSelectProps {
  readonly label: string
  readonly current: number
  readonly isBusy: boolean
  readonly autoFocus: boolean
  readonly onChoose: (limit: number) => void
  readonly onCustom: () => void
}

export function LimitSelect({ label, current, isBusy, autoFocus, onChoose, onCustom }: LimitSelectProps) {
  const choices = CHOICES.some((choice) => choice === current)
    ? CHOICES
    : [...CHOICES, current].toSorted((one, other) => one - other)
  const choose = (value: string) => (value === CUSTOM ? onCustom() : onChoose(Number(value)))
  return (
    <span className="relative inline-flex items-center">
      <select
        aria-label={label}
        aria-busy={isBusy}
        autoFocus={autoFocus}
        value={current}
        onKeyDown={openList}
        onChange={({ target }) => choose(target.value)}
        className="h-[30px] w-[116px] appearance-none rounded-[10px] bg-surface pr-7 pl-2.5 text-small font-[550] shadow-[inset_0_0_0_1px_var(--line)] hover:bg-surface-2 pointer-coarse:h-11 forced-colors:border"
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {limitText(choice)}
          </option>
        ))}
        <option value={CUSTOM}>Personalizado...</option>
      </select>
      <ChevronDown
        aria-hidden="true"
        size={14}
        strokeWidth={2.2}
        className="pointer-events-none absolute right-2"
      />
    </span>
  )
}

const CHANGES_CLOSED = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|[\p{L}\p{N}])$/u

/** In some browsers these keys choose in a closed list, and each number that is passed over would be applied. */
function openList(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget: select } = event
  if (ctrlKey || metaKey || altKey || !CHANGES_CLOSED.test(key)) return
  if (!('showPicker' in select) || !CSS.supports('selector(:open)') || select.matches(':open')) return
  event.preventDefault()
  select.showPicker()
}
