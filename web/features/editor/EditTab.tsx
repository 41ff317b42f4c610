import { type OwnProfile } from '@app/contracts/profile-calls.ts'
import { DETAIL_FIELDS } from '@app/contracts/profiles.ts'
import type { User } from '@app/contracts/accounts.ts'
import { useMemo, useState } from 'react'
import { ImageSlots } from './images/ImageSlots.tsx'
import { PreviewedForm, ProfileHeader } from './preview/LivePreview.tsx'
import { type VersionedProfile, useNewestProfile } from './profile-api.ts'
import { SaveBar } from './SaveBar.tsx'
import { useProfileForm, useSaveKey, type Conflict } from './use-profile-form.ts'
import { Link2, Info } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { isolated } from '@app/contracts/fields/names.ts'
import { copyLink } from '../../app/public-url.ts'
import { LeaveQuestion } from '../../app/LeaveQuestion.tsx'
import { useSelector } from 'react-redux'
import { selectSignedIn } from '../../app/slices.ts'
import { EmptyNotice, FailedNotice } from '../../ui/notices/states.tsx'
import { useSay } from '../../ui/notices/Messages.tsx'
import { QrPopover } from '../../ui/QrPopover.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EditField, type EditForm } from './fields/EditField.tsx'
import { lacksItsPair, FIELD_GROUPS, FIELD_TEXTS, otherTextsIn } from './fields/field-texts.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ScreenTitle } from '../../ui/ScreenFrame.tsx'

interface FieldGroupsProps extends EditForm {
  /** The name was split when the profile was made, and nobody has filled in anything since. */
  readonly isNew: boolean
  /** The login's; it is published only if its owner asks for it. */
  readonly loginEmail: string
}

function FieldGroups({ form, edits, isNew, loginEmail }: FieldGroupsProps) {
  const isIncomplete = lacksItsPair(form.values.custom_link, form.values.custom_link_title)
  return FIELD_GROUPS.map(({ title, names }) => (
    <Panel key={title} title={title}>
      {isNew && names.includes('lastname') && (
        <p role="status" className="mb-3 flex items-start gap-1.5 text-small text-ink-2">
          <Info aria-hidden="true" size={15} className="mt-[2px] flex-none" />
          Separamos tu nombre y tu apellido. Revísalos: así quedarán en la agenda de quien te guarde.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-3.5 gap-y-4 @min-[33rem]:grid-cols-[repeat(2,minmax(0,1fr))]">
        {names.map((name) => (
          <EditField key={name} name={name} form={form} edits={edits}>
            {name === 'email' && form.values[name] === '' && (
              <Button
                size="sm"
                className="h-auto! min-h-8 justify-self-start py-1 whitespace-normal! pointer-coarse:min-h-11"
                onClick={() => form.fill('email', loginEmail)}
              >
                Usar mi correo de acceso
              </Button>
            )}
          </EditField>
        ))}
      </div>
      {isIncomplete && names.includes('custom_link') && (
        <p role="status" className="mt-3 flex items-start gap-1.5 text-small text-warning">
          <Info aria-hidden="true" size={15} className="mt-[2px] flex-none" />
          Completa ambos campos para que se muestre.
        </p>
      )}
    </Panel>
  ))
}

interface PageActionsProps {
  readonly profile: Pick<OwnProfile, 'name' | 'lastname' | 'slug' | 'is_active'>
}

function PageActions({ profile: { name, lastname, slug, is_active } }: PageActionsProps) {
  const say = useSay()
  if (!is_active) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        icon={<Link2 aria-hidden="true" size={15} strokeWidth={1.9} />}
        onClick={() => void copyLink(slug).then(say)}
      >
        Copiar enlace
      </Button>
      <QrPopover slug={slug} name={isolated(`${name} ${lastname}`.trim() || slug)} />
    </div>
  )
}

const isAsMade = (profile: OwnProfile): boolean =>
  profile.lastname !== '' &&
  DETAIL_FIELDS.every((name) => ['name', 'lastname'].includes(name) || profile[name] === '')

interface ProfileEditorProps {
  readonly newest: VersionedProfile
  readonly user: User
  readonly title: string
}

export function ProfileEditor({ newest, user, title }: ProfileEditorProps) {
  const { form, edits, count, conflict, unsaved, ...actions } = useProfileForm(newest, user.id)
  const [isPreviewed, setPreviewed] = useState(false)
  const shown = useMemo(() => ({ ...newest.profile, ...edits }), [newest, edits])
  return (
    <>
      <ProfileHeader title={title} profile={newest.profile}>
        <PageActions profile={newest.profile} />
      </ProfileHeader>
      <PreviewedForm profile={shown} hasOpener={count > 0} open={isPreviewed} onOpenChange={setPreviewed}>
        <form {...form.props} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <ImageSlots profile={newest.profile} />
          <FieldGroups form={form} edits={edits} isNew={isAsMade(newest.profile)} loginEmail={user.email} />
          <SaveBar
            count={count}
            saving={actions.isSaving}
            onDiscard={actions.discard}
            onPreview={() => setPreviewed(true)}
          />
        </form>
      </PreviewedForm>
      <LeaveQuestion {...unsaved} />
      {conflict && (
        <ConflictDialog conflict={conflict} onOverwrite={actions.overwrite} onClose={actions.keepEditing} />
      )}
    </>
  )
}

interface ConflictDialogProps {
  readonly conflict: Conflict
  readonly onOverwrite: () => void
  readonly onClose: () => void
}

const TEXT =
  'Todavía no guardamos lo tuyo. Sobrescribir guarda los campos que cambiaste; los demás quedan como en la otra versión.'

function ConflictDialog({ conflict, onOverwrite, onClose }: ConflictDialogProps) {
  const [shows, setShows] = useState(false)
  return (
    <Modal open onOpenChange={onClose} title="Este perfil cambió en otra sesión." description={TEXT}>
      {shows && <OtherTexts {...conflict} />}
      <div className="grid gap-2.5">
        {!shows && <Button onClick={() => setShows(true)}>Ver la otra versión</Button>}
        <Button kind="primary" onClick={onOverwrite}>
          Sobrescribir
        </Button>
      </div>
    </Modal>
  )
}

const TEXT_OF_FIELD = 'max-h-40 overflow-y-auto whitespace-pre-line [overflow-wrap:anywhere]'

const OtherTexts = ({ base, edits, theirs }: Conflict) => (
  <dl
    ref={(list) => list?.focus()}
    tabIndex={-1}
    aria-label="La otra versión"
    className="grid gap-3 outline-none"
  >
    {otherTextsIn(base, theirs).map((name) => (
      <div key={name} className="min-w-0 rounded-md bg-surface-2 p-3 text-small ring-1 ring-line">
        <dt className="font-semibold">{FIELD_TEXTS[name].label}</dt>
        <dd dir="auto" className={TEXT_OF_FIELD}>
          {theirs.profile[name] || <i className="text-ink-3">Vacío</i>}
        </dd>
        {edits[name] !== undefined && (
          <dd dir="auto" className={`mt-1 text-ink-2 ${TEXT_OF_FIELD}`}>
            Tu versión: {edits[name] || <i>Vacío</i>}
          </dd>
        )}
      </div>
    ))}
  </dl>
)

const TITLE = 'Editar Perfil'

export function EditTab({ profile }: { readonly profile: OwnProfile | undefined }) {
  return profile === undefined ? <NoProfile /> : <OneProfile key={profile.id} id={profile.id} />
}

function NoProfile() {
  const say = useSay()
  useSaveKey(() => say('Error: No profile selected'))
  return (
    <>
      <ScreenTitle text={TITLE} className="mb-[18px] text-h1" />
      <EmptyNotice title="Selecciona un perfil para editar" />
    </>
  )
}

function OneProfile({ id }: { readonly id: string }) {
  const user = useSelector(selectSignedIn)?.user
  // The cached one is shown at once, and replaced where it has changed elsewhere.
  const { data, isError, refetch } = useNewestProfile(id)
  if (isError && !data) {
    return <FailedNotice title={TITLE} text="No pudimos cargar el perfil." onRetry={() => void refetch()} />
  }
  if (!data || !user) {
    return (
      <p role="status" className="py-12 text-center font-semibold text-ink-2">
        Cargando perfil...
      </p>
    )
  }
  return <ProfileEditor newest={data} user={user} title={TITLE} />
}
