import type { User } from '@app/contracts/accounts.ts'
import type { AdminUser } from '@app/contracts/administration.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { Check, ShieldCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '../../../ui/Panel.tsx'
import { dateText } from '../../../ui/wording/date-time.ts'
import { EmptyNotice } from '../../../ui/notices/states.tsx'
import { EmailText, PersonAvatar } from '../../../ui/people.tsx'
import { TABLE_TEXT, type Column } from '../../../ui/DataTable.tsx'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { useList } from '../../../ui/use-list.ts'
import { EmailChange } from './EmailChange.tsx'
import { LimitCell } from './LimitCell.tsx'
import { useUsersQuery, useChangeUserMutation } from '../admin-api.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { ReasonedButton } from '../../../ui/Button.tsx'
import { SwitchButton } from '../ListButtons.tsx'

const TICK = <Check aria-hidden="true" size={12} strokeWidth={2.6} />
const FILTERS = [
  { value: 'all', text: 'Todos' },
  { value: 'active', text: 'Activos' },
  { value: 'inactive', text: 'Inactivos' },
  { value: 'unactivated', text: 'Sin activar' },
] as const

export function UsersPanel({ user }: { readonly user: User }) {
  const list = useList('-created_at')
  const answer = useUsersQuery(list.request)
  const isFew = (answer.data?.total ?? 0) <= LIMITS.searchCountedMax
  return (
    <ListPanel
      list={list}
      answer={answer}
      label="Usuarios"
      things="los usuarios"
      unit={['usuario', 'usuarios']}
      searchLabel="Nombre o correo"
      states={FILTERS}
      empty={<EmptyNotice title="Todavía no hay usuarios." />}
      columns={columnsFor(user.id, isFew)}
    />
  )
}

/** @param isFew the server sorts no more by texts that it has encrypted */
const columnsFor = (ownId: string, isFew: boolean): readonly Column<AdminUser>[] => [
  {
    head: 'Nombre',
    ...(isFew && { sort: 'name' }),
    isText: true,
    isTitle: true,
    cell: (row) => <Name {...row} />,
  },
  {
    head: 'Correo',
    ...(isFew && { sort: 'email' }),
    isText: true,
    cell: ({ email }) => (
      <span title={email} className={`${TABLE_TEXT} text-ink-2 md:min-w-46`}>
        <EmailText email={email} />
      </span>
    ),
  },
  { head: 'Estado', sort: 'standing', cell: (row) => <State {...row} /> },
  { head: 'Perfiles', sort: 'profiles_count', cell: (row) => <Places {...row} /> },
  { head: 'Límite', sort: 'max_profiles', cell: (row) => <LimitCell user={row} /> },
  {
    head: 'Creado',
    sort: 'created_at',
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="text-ink-3 tabular-nums">
        {dateText(created_at)}
      </time>
    ),
  },
  { head: 'Acciones', isActions: true, cell: (row) => <Actions user={row} isOwn={row.id === ownId} /> },
]

const Actions = (props: ComponentProps<typeof UserSwitch>) => (
  <span className="flex flex-wrap gap-1.5 md:flex-nowrap md:justify-end">
    <UserSwitch {...props} />
    {!props.user.is_blocked && <EmailChange user={props.user} />}
  </span>
)

function Name({ name, is_admin, is_blocked }: Pick<AdminUser, 'name' | 'is_admin' | 'is_blocked'>) {
  const shown = is_blocked ? BLOCKED_TEXT : name
  return (
    <span className="flex items-center gap-2.5 max-md:min-w-0 md:min-w-46">
      <PersonAvatar name={name} size="sm" />
      <b dir="auto" className={`${TABLE_TEXT} font-semibold`} title={shown}>
        {shown}
      </b>
      {is_admin && (
        <span title="Administrador" className="flex-none text-accent">
          <ShieldCheck aria-hidden="true" size={16} strokeWidth={1.9} />
          <span className="sr-only">Administrador</span>
        </span>
      )}
    </span>
  )
}

type Stateful = Pick<AdminUser, 'is_active' | 'activation_used'>

const State = ({ is_active, activation_used }: Stateful) => (
  <span className="flex flex-wrap justify-end gap-1.5 md:flex-nowrap md:justify-start">
    {is_active ? <Badge tone="ok" text="Activo" /> : <Badge tone="bad" text="Inactivo" />}
    {activation_used && <Badge tone="info" text="Activado" icon={TICK} />}
  </span>
)

type Counted = Pick<AdminUser, 'profiles_count' | 'max_profiles'>

function Places({ profiles_count: count, max_profiles: max }: Counted) {
  const isFull = count >= max
  return (
    <span className="flex items-center gap-2 tabular-nums">
      <span className="min-w-9">
        <b className="font-[650]">{count}</b> <span className="text-ink-3">{`/ ${max}`}</span>
      </span>
      <span
        role="meter"
        aria-label="Perfiles usados"
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(count, max)}
        aria-valuetext={`${count} de ${max}`}
        className="h-[5px] w-12 overflow-hidden rounded-full bg-surface-3 forced-colors:border"
      >
        <span
          className={`block h-full rounded-full ${isFull ? 'bg-warning' : 'bg-accent'} forced-colors:bg-[CanvasText]`}
          style={{ width: `${Math.min(100, (count / max) * 100)}%` }}
        />
      </span>
    </span>
  )
}

interface UserSwitchProps {
  readonly user: AdminUser
  readonly isOwn: boolean
}

function UserSwitch({ user: { id, name, is_active }, isOwn }: UserSwitchProps) {
  const [change, { isLoading }] = useChangeUserMutation()
  if (isOwn) return <OwnSwitch />
  return (
    <SwitchButton
      isActive={is_active}
      whom={`a ${isolated(name)}`}
      object="al usuario"
      noun="Usuario"
      consequence="No podrá entrar y sus perfiles dejarán de mostrarse."
      change={(isActive) => change({ id, changes: { is_active: isActive } })}
      isLoading={isLoading}
    />
  )
}

const OwnSwitch = () => (
  <ReasonedButton disabled reason="No puedes desactivar tu propia cuenta.">
    Desactivar
  </ReasonedButton>
)
