import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { Copy, ExternalLink, Pencil, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { themeLook } from '../../public-page/view/styles/themes.ts'
import { Badge } from '../../../ui/Panel.tsx'
import { Button, buttonLook, IconButton } from '../../../ui/Button.tsx'
import { dateText } from '../../../ui/wording/date-time.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { QrPopover } from '../../../ui/QrPopover.tsx'
import { Ondas } from '../../../ui/brand.tsx'
import { copyLink } from '../../../app/public-url.ts'
import { profileNameOf } from '../use-chosen-profile.ts'
import { ProfilePhoto } from '../../../ui/people.tsx'
import { CardWriter, canWriteCards } from './CardWriter.tsx'

interface ProfileCardProps {
  readonly profile: OwnProfile
  readonly isChosen: boolean
  readonly editAddress: string
  readonly onChoose: () => void
}

const visitsText = (visits: number): string =>
  `${visits.toLocaleString('es-CL')} ${visits === 1 ? 'visita' : 'visitas'}`

export function ProfileCard({ profile, isChosen, editAddress, onChoose }: ProfileCardProps) {
  const id = useId()
  const name = profileNameOf(profile)
  const label = isolated(name)
  return (
    <li
      aria-labelledby={id}
      className={`card relative flex min-w-0 flex-col overflow-hidden ${isChosen ? 'shadow-[0_0_0_2px_var(--accent)]' : ''}`}
    >
      <Cover profile={profile} />
      <div className="flex min-w-0 flex-1 flex-col px-4 pb-4">
        <div className="flex flex-wrap items-end justify-between gap-2">
          <div className="-mt-[36px] self-start">
            <ProfilePhoto image={profile.profile_image} size="card" />
          </div>
          <Choice name={label} isChosen={isChosen} onChoose={onChoose} />
        </div>
        <h2 id={id} dir="auto" className="mt-2 line-clamp-6 text-[1.0625rem] leading-[1.25] break-words">
          {name}
        </h2>
        <p dir="auto" className="mt-0.5 line-clamp-6 text-small break-words text-ink-2">
          {profile.position || 'Sin cargo'}
        </p>
        {profile.id === DEMO_PROFILE_ID && (
          <p className="mt-1 w-fit rounded-full bg-surface-3 px-2 text-micro font-semibold text-ink-2">
            Demo, no cuenta
          </p>
        )}
        <Address slug={profile.slug} name={label} />
        <Facts profile={profile} />
        {!profile.is_active && <Hidden />}
        <Actions profile={profile} name={label} editAddress={editAddress} />
      </div>
    </li>
  )
}

function Address({ slug, name }: { readonly slug: string; readonly name: string }) {
  const say = useSay()
  return (
    <p className="mt-1 font-mono text-micro wrap-anywhere text-ink-2">
      <span>
        /pages/
        <wbr />
        <span>{slug}</span>
      </span>{' '}
      <span className="inline-block align-middle">
        <IconButton
          label={`Copiar enlace de ${name}`}
          className="text-ink-3"
          onClick={() => void copyLink(slug).then(say)}
        >
          <Copy aria-hidden="true" size={15} strokeWidth={1.9} />
        </IconButton>
      </span>
    </p>
  )
}

const Facts = ({ profile: { visits, updated_at } }: { readonly profile: OwnProfile }) => (
  <p className="mb-3 text-small text-ink-2">
    <b className="font-[650] text-ink">{visitsText(visits)}</b>
    {'\u00a0· '}
    <span className="inline-block">
      Actualizado el <time dateTime={updated_at}>{dateText(updated_at)}</time>
    </span>
  </p>
)

function Cover({ profile }: { readonly profile: OwnProfile }) {
  const look = themeLook(profile)
  const colours = {
    backgroundColor: look['--p-cover'] ?? look['--p-button'],
    color: look['--p-cover-ink'] ?? look['--p-on'],
  }
  return (
    <div aria-hidden="true" className="h-[76px] flex-none overflow-hidden" style={colours}>
      <Ondas className="-mt-10 ml-auto size-[180px] opacity-60" />
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const Choice = ({ name, isChosen, onChoose }: ChoiceProps) =>
  isChosen ? (
    <span className="ml-auto max-w-full">
      <Badge tone="info" text="Seleccionado" />
    </span>
  ) : (
    <Button
      size="sm"
      kind="ghost"
      className="-my-1 -mr-2 ml-auto"
      aria-label={`Seleccionar ${name}`}
      onClick={onChoose}
    >
      Seleccionar
    </Button>
  )

const Hidden = () => (
  <p className="mb-3 flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-small font-semibold text-warning">
    <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 flex-none" />
    Un administrador desactivó este perfil. Nadie puede verlo.
  </p>
)

interface ActionsProps {
  readonly profile: OwnProfile
  readonly name: string
  readonly editAddress: string
}

/** A hidden profile has no page, and so no code for it. */
function Actions({ profile, name, editAddress }: ActionsProps) {
  const { slug, is_active } = profile
  return (
    // Beside each other where both words fit, which with large text they do not.
    <div className="mt-auto flex flex-wrap gap-2 *:[a]:flex-[1_0_6.5rem] *:[button]:flex-[1_0_100%]">
      {is_active && (
        <a
          href={`/pages/${slug}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Ver ${name}`}
          className={buttonLook('line', 'sm')}
        >
          <ExternalLink aria-hidden="true" size={15} strokeWidth={1.9} />
          Ver
        </a>
      )}
      <Link to={editAddress} aria-label={`Editar ${name}`} className={buttonLook('line', 'sm')}>
        <Pencil aria-hidden="true" size={15} strokeWidth={1.9} />
        Editar
      </Link>
      {is_active && <QrPopover slug={slug} name={name} />}
      {is_active && canWriteCards() && <CardWriter slug={slug} name={name} />}
    </div>
  )
}
