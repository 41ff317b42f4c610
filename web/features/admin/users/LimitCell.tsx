import type { AdminUser } from '@app/contracts/administration.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FieldError, fieldRing } from '../../../ui/forms/fields.tsx'
import { keepDigits } from '../../../ui/forms/use-schema-form.ts'
import { useTelling } from '../admin-api.ts'
import { useChangeUserMutation } from '../list-calls.ts'
import { countLabel, countedText } from '../../../ui/wording/figures.ts'
import { ChevronDown } from 'lucide-react'

const CHOICES = [1, 2, 3, 4, 5, 10, 15, 20, 30] as const
const CUSTOM = 'custom'

const limitText = (limit: number): string => countedText(limit, 'perfil', 'perfiles')

interface LimitSelectProps {
  readonly label: string
  readonly current: number
  readonly isBusy: boolean
  readonly autoFocus: boolean
  readonly onChoose: (limit: number) => void
  readonly onCustom: () => void
}

function LimitSelect({ label, current, isBusy, autoFocus, onChoose, onCustom }: LimitSelectProps) {
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
        className={
          'h-[30px] w-[7.25rem] appearance-none rounded-[10px] bg-surface max-w-full ' +
          'pr-[min(1.75rem,32px)] pl-[min(0.625rem,10px)] text-small font-[550] ' +
          'shadow-[inset_0_0_0_1px_var(--line)] hover:bg-surface-2 pointer-coarse:h-11 ' +
          'forced-colors:border'
        }
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

interface LimitCellProps {
  readonly user: Pick<AdminUser, 'id' | 'name' | 'max_profiles'>
}

/** How many profiles somebody may have: one of the usual numbers, or any. */
export function LimitCell({ user }: LimitCellProps) {
  const { id, name, max_profiles: current } = user
  const [isCustom, setCustom] = useState(false)
  const [wasCustom, setWasCustom] = useState(false)
  const [change, { isLoading }] = useChangeUserMutation()
  const tell = useTelling()
  const apply = (max_profiles: number) =>
    tell(
      change({ id, changes: { max_profiles } }),
      `Límite actualizado a ${limitText(max_profiles)}`,
      'No pudimos cambiar el límite.',
    )
  const close = () => {
    setWasCustom(true)
    setCustom(false)
  }
  if (isCustom) return <CustomLimit {...user} isBusy={isLoading} apply={apply} onClose={close} />
  return (
    <LimitSelect
      label={`Límite de ${isolated(name)}`}
      current={current}
      isBusy={isLoading}
      // It comes back from the number.
      autoFocus={wasCustom}
      onChoose={(limit) => void apply(limit)}
      onCustom={() => setCustom(true)}
    />
  )
}

/** Why what was typed is no limit. @param typed digits, or nothing */
function limitFault(typed: string): string | undefined {
  if (Number(typed) === 0) return 'Escribe un número mayor que 0.'
  return Number(typed) > LIMITS.profilesMax
    ? `Escribe un número de 1 a ${countLabel(LIMITS.profilesMax)}.`
    : undefined
}

interface CustomLimitProps {
  readonly name: string
  readonly max_profiles: number
  readonly isBusy: boolean
  /** Resolves to whether it was accepted. */
  readonly apply: (limit: number) => Promise<boolean>
  readonly onClose: () => void
}

function CustomLimit({ name, max_profiles, isBusy, apply, onClose }: CustomLimitProps) {
  const faultId = useId()
  const [typed, setTyped] = useState(String(max_profiles))
  const [isTried, setTried] = useState(false)
  const fault = isTried ? limitFault(typed) : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isBusy && limitFault(typed) === undefined && (await apply(Number(typed)))) onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
      className="grid justify-items-end gap-1 md:justify-items-start md:py-1.5 md:whitespace-normal"
    >
      <span className="flex flex-wrap items-center justify-end gap-1.5 md:justify-start">
        <input
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          autoFocus
          aria-label={`Límite de ${isolated(name)}, número de perfiles`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
          value={typed}
          onChange={({ target }) => {
            keepDigits(target)
            setTyped(target.value)
          }}
          className={`h-[30px] w-[76px] rounded-[10px] bg-surface px-2.5 text-small tabular-nums outline-none pointer-coarse:h-11 pointer-coarse:text-[1rem] ${fieldRing(fault)}`}
        />
        <Button size="sm" kind="primary" type="submit" busy={isBusy}>
          {isBusy ? 'Aplicando...' : 'Aplicar'}
        </Button>
        <Button size="sm" kind="ghost" onClick={onClose}>
          Cancelar
        </Button>
      </span>
      {fault !== undefined && <FieldError id={faultId}>{fault}</FieldError>}
    </form>
  )
}
