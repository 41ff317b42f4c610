import type { AdminUser } from '@app/contracts/administration.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { SelectBox } from '../../../ui/forms/choices.tsx'
import { FieldError, fieldRing } from '../../../ui/forms/fields.tsx'
import { keepDigits } from '../../../ui/forms/use-schema-form.ts'
import { countLabel, countedText } from '../../../ui/wording/figures.ts'
import { useTelling } from '../ListButtons.tsx'
import { useChangeUserMutation } from '../admin-api.ts'

const CHOICES = [1, 2, 3, 4, 5, 10, 15, 20, 30]
const CUSTOM = 'custom'

const limitText = (limit: number): string => countedText(limit, 'perfil', 'perfiles')

/** In some browsers arrows choose in a closed list, and each number that is passed over would be applied. */
function openList(event: KeyboardEvent<HTMLSelectElement>): void {
  const select = event.currentTarget
  if (!event.key.startsWith('Arrow') || !CSS.supports('selector(:open)') || select.matches(':open')) return
  event.preventDefault()
  select.showPicker()
}

interface LimitCellProps {
  readonly user: Pick<AdminUser, 'id' | 'name' | 'max_profiles'>
}

/** How many profiles somebody may have: one of the usual numbers, or any. The focus comes back from the number. */
export function LimitCell({ user: { id, name, max_profiles: current } }: LimitCellProps) {
  const [state, setState] = useState<'list' | 'number' | 'left'>('list')
  const [change, { isLoading }] = useChangeUserMutation()
  const tell = useTelling()
  const label = `Límite de ${isolated(name)}`
  const apply = (max_profiles: number) =>
    tell(
      change({ id, changes: { max_profiles } }),
      `Límite actualizado a ${limitText(max_profiles)}`,
      'No pudimos cambiar el límite.',
    )
  if (state === 'number')
    return <CustomLimit {...{ label, current, apply }} isBusy={isLoading} onClose={() => setState('left')} />
  const choices = [...new Set([...CHOICES, current])].toSorted((one, other) => one - other)
  return (
    // As wide as the texts that are shown: with the longest choice, the list would not fit on a laptop.
    <div className="w-[7.25rem] max-w-full">
      <SelectBox
        aria-label={label}
        aria-busy={isLoading}
        autoFocus={state === 'left'}
        value={current}
        onKeyDown={openList}
        onChange={({ target: { value } }) =>
          value === CUSTOM ? setState('number') : void apply(Number(value))
        }
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {limitText(choice)}
          </option>
        ))}
        <option value={CUSTOM}>Personalizado...</option>
      </SelectBox>
    </div>
  )
}

function limitFault(typed: string): string | undefined {
  if (Number(typed) === 0) return 'Escribe un número mayor que 0.'
  return Number(typed) > LIMITS.profilesMax
    ? `Escribe un número de 1 a ${countLabel(LIMITS.profilesMax)}.`
    : undefined
}

interface CustomLimitProps {
  readonly label: string
  readonly current: number
  readonly isBusy: boolean
  readonly apply: (limit: number) => Promise<boolean>
  readonly onClose: () => void
}

function CustomLimit({ label, current, isBusy, apply, onClose }: CustomLimitProps) {
  const faultId = useId()
  const [typed, setTyped] = useState(String(current))
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(limitFault(typed))
    if (!isBusy && limitFault(typed) === undefined && (await apply(Number(typed)))) onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="flex flex-wrap items-center justify-end gap-1.5 md:min-w-[258px] md:justify-start md:py-1.5 md:whitespace-normal"
    >
      <input
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        autoFocus
        aria-label={`${label}, número de perfiles`}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && faultId}
        value={typed}
        onChange={({ target }) => {
          keepDigits(target)
          setTyped(target.value)
        }}
        className={`h-9 w-[76px] rounded-[10px] bg-surface px-2.5 text-small tabular-nums outline-none pointer-coarse:h-11 pointer-coarse:text-[1rem] ${fieldRing(fault)}`}
      />
      <Button size="sm" kind="primary" type="submit" busy={isBusy}>
        {isBusy ? 'Aplicando...' : 'Aplicar'}
      </Button>
      <Button size="sm" kind="ghost" onClick={onClose}>
        Cancelar
      </Button>
      {fault !== undefined && <FieldError id={faultId}>{fault}</FieldError>}
    </form>
  )
}
