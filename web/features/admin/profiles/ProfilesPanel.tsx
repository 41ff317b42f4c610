import type { AdminProfile } from '@app/contracts/administration.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { TARGETS, contactLinks } from '@app/contracts/fields/links.ts'
import { useId, type ReactNode } from 'react'
import { EmailText, ProfilePhoto } from '../../../ui/people.tsx'
import { Badge } from '../../../ui/Panel.tsx'
import { dateText } from '../../../ui/wording/date-time.ts'
import { NetworkGlyph } from '../../../ui/NetworkGlyph.tsx'
import { ExternalLink, RotateCw } from 'lucide-react'
import { EditableSlug } from './SlugForm.tsx'
import { useAdminProfilesQuery, useEraseProfileMutation, useShowProfileMutation } from '../admin-api.ts'
import { Button, buttonLook } from '../../../ui/Button.tsx'
import { ConfirmedCall } from '../../../app/ConfirmedCall.tsx'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { EmptyNotice } from '../../../ui/notices/states.tsx'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { useList } from '../../../ui/use-list.ts'
import { SwitchButton } from '../ListButtons.tsx'

const FILTERS = [
  { value: 'all', text: 'Todos' },
  { value: 'active', text: 'Activos' },
  { value: 'inactive', text: 'Inactivos' },
] as const

export function ProfilesPanel() {
  const list = useList('-created_at')
  const answer = useAdminProfilesQuery(list.request)
  return (
    <ListPanel
      list={list}
      answer={answer}
      label="Perfiles"
      things="los perfiles"
      unit={['perfil', 'perfiles']}
      searchLabel="Nombre o empresa"
      states={FILTERS}
      actions={
        <Button
          size="sm"
          busy={answer.isFetching}
          icon={<RotateCw aria-hidden="true" size={15} strokeWidth={1.9} />}
          onClick={() => void answer.refetch()}
        >
          Recargar
        </Button>
      }
      empty={
        <EmptyNotice title={`Todavía no hay perfiles en la plataforma. Total: ${answer.data?.total ?? 0}`}>
          <p className="text-small text-ink-2">Cada usuario crea los suyos en Mis Perfiles.</p>
        </EmptyNotice>
      }
      noMatch="Ningún perfil coincide con tu búsqueda."
      card={(profile) => <AdminProfileCard key={profile.id} profile={profile} />}
    />
  )
}

interface ProfileActionsProps {
  readonly profile: AdminProfile
  readonly name: string
}

function ProfileActions({ profile: { id, slug, is_active }, name }: ProfileActionsProps) {
  const [change, { isLoading }] = useShowProfileMutation()
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {is_active && (
        <a
          href={`/pages/${slug}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Ver Perfil de ${name}`}
          className={`${buttonLook('line', 'sm')} ${WIDTH}`}
        >
          <ExternalLink aria-hidden="true" size={15} strokeWidth={1.9} />
          Ver Perfil
        </a>
      )}
      <SwitchButton
        isActive={is_active}
        whom={`el perfil de ${name}`}
        object="el perfil"
        noun="Perfil"
        className={WIDTH}
        consequence="Su página dejará de mostrarse hasta que lo actives."
        change={(isActive) => change({ id, is_active: isActive })}
        isLoading={isLoading}
      />
      <DeleteButton id={id} name={name} />
    </div>
  )
}

function DeleteButton({ id, name }: { readonly id: string; readonly name: string }) {
  const [erase] = useEraseProfileMutation()
  const say = useSay()
  return (
    <ConfirmedCall
      title={`¿Eliminar el perfil de ${name}?`}
      consequence="Esta acción no se puede deshacer. Se borrarán sus imágenes y su enlace dejará de funcionar."
      verb="Eliminar perfil"
      busyVerb="Eliminando..."
      fallback="No pudimos eliminar el perfil."
      send={() => erase(id)}
      onDone={() => say('Perfil eliminado')}
    >
      {(ask) => (
        <Button size="sm" kind="quiet-danger" aria-label={`Eliminar ${name}`} className={WIDTH} onClick={ask}>
          Eliminar
        </Button>
      )}
    </ConfirmedCall>
  )
}

const WIDTH = 'flex-auto min-[480px]:flex-none'

function AdminProfileCard({ profile }: { readonly profile: AdminProfile }) {
  const id = useId()
  const name = fullName(profile)
  const label = isolated(name)
  const work = [profile.position, profile.company]
    .filter((text) => text !== '')
    .map(isolated)
    .join(' · ')
  return (
    <li aria-labelledby={id} className="card @container flex min-w-0 flex-col gap-3 px-[min(1rem,5vw)] py-4">
      <div className="flex flex-wrap items-start gap-3">
        <ProfilePhoto image={profile.profile_image} size="card" />
        <div className="min-w-0 flex-[1_1_9rem]">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h2 id={id} className="min-w-[min(9rem,100%)] flex-1 text-h2 wrap-anywhere">
              <bdi>{name}</bdi>
            </h2>
            {profile.is_active ? <Badge tone="ok" text="Activo" /> : <Badge tone="bad" text="Inactivo" />}
          </div>
          {work !== '' && <p className="text-small wrap-anywhere text-ink-2">{work}</p>}
          <EditableSlug profile={profile} name={label} />
        </div>
      </div>
      <Facts profile={profile} />
      <ActiveNetworks profile={profile} />
      <ProfileActions profile={profile} name={label} />
    </li>
  )
}

const fullName = ({ name, lastname, slug, is_blocked }: AdminProfile): string =>
  is_blocked ? BLOCKED_TEXT : `${name} ${lastname}`.trim() || slug

function Facts({ profile }: { readonly profile: AdminProfile }) {
  const { user_name, user_email, is_user_blocked, whatsapp, visits, created_at } = profile
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-small min-[480px]:grid-cols-6 @max-[12rem]:*:col-span-full">
      <Fact name="Usuario" className="col-span-2 min-[480px]:col-span-3">
        <bdi>{is_user_blocked ? BLOCKED_TEXT : user_name || NONE}</bdi>
      </Fact>
      <Fact name="Correo" className="col-span-2 min-[480px]:col-span-3">
        {user_email ? <EmailText email={user_email} /> : NONE}
      </Fact>
      <Fact name="WhatsApp" className="min-[480px]:col-span-2">
        {TARGETS.whatsapp(whatsapp)?.text ?? (whatsapp || NONE)}
      </Fact>
      <Fact name="Visitas" className="min-[480px]:col-span-2">
        {visits.toLocaleString('es-CL')}
      </Fact>
      <Fact name="Creado" className="min-[480px]:col-span-2">
        <time dateTime={created_at}>{dateText(created_at)}</time>
      </Fact>
    </dl>
  )
}

const NONE = '–'

interface FactProps {
  readonly name: string
  readonly className: string
  readonly children: ReactNode
}

const Fact = ({ name, className, children }: FactProps) => (
  <div className={`min-w-0 ${className}`}>
    <dt className="text-micro text-ink-3">{name}</dt>
    <dd className="wrap-anywhere tabular-nums">{children}</dd>
  </div>
)

function ActiveNetworks({ profile }: { readonly profile: AdminProfile }) {
  const links = contactLinks(profile)
  if (links.length === 0) return <p className="text-small text-ink-3">Sin redes activas</p>
  return (
    <ul aria-label="Redes activas" className="flex flex-wrap gap-1.5">
      {links.map(({ network, label }) => (
        <li key={network} title={label}>
          <NetworkGlyph network={network} />
          <span className="sr-only">{label}</span>
        </li>
      ))}
    </ul>
  )
}
