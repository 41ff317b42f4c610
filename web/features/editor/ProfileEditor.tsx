import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import type { User } from '@app/contracts/api/accounts/user.ts'
import { DETAIL_FIELDS } from '@app/contracts/events/profile-events.ts'
import { useState } from 'react'
import { ImageSlots } from './images/ImageSlots.tsx'
import { PreviewedForm } from './preview/LivePreview.tsx'
import type { VersionedProfile } from './profile-api.ts'
import { ProfileHeader } from './ProfileHeader.tsx'
import { ConflictDialog } from './saving/ConflictDialog.tsx'
import { SaveBar } from './saving/SaveBar.tsx'
import { useProfileForm } from './use-profile-form.ts'
import { FilePen, Link2, Info } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { copyLink } from '../../app/copy-link.ts'
import { LeaveQuestion } from '../../app/LeaveQuestion.tsx'
import { useMedia } from '../../ui/browser/use-media.ts'
import { useSay } from '../../ui/notices/say.ts'
import { QrPopover } from '../../ui/QrPopover.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EditField, type FieldForm } from './fields/EditField.tsx'
import { lacksItsPair } from './fields/field-checks.ts'
import { FIELD_GROUPS } from './fields/field-texts.ts'

interface FieldGroupsProps {
  readonly form: FieldForm
  /** The name was split when the profile was made, and nobody has filled in anything since. */
  readonly isNew: boolean
  /** The login's; it is published only if its owner asks for it. */
  readonly loginEmail: string
}

function FieldGroups({ form, isNew, loginEmail }: FieldGroupsProps) {
  const isIncomplete = lacksItsPair(form.textOf('custom_link'), form.textOf('custom_link_title'))
  const fillInLogin = () => {
    form.set('email', loginEmail)
    form.focus('email')
  }
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
          <EditField key={name} name={name} form={form}>
            {name === 'email' && form.textOf(name) === '' && (
              <Button
                size="sm"
                className="h-auto! min-h-8 justify-self-start py-1 whitespace-normal! pointer-coarse:min-h-11"
                onClick={fillInLogin}
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

/** Of a hidden profile there is no page to share. */
function PageActions({ profile: { name, lastname, slug, is_active } }: PageActionsProps) {
  const say = useSay()
  if (!is_active) return null
  return (
    <div className="page-actions flex flex-wrap gap-2">
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

interface DraftNoticeProps {
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

function DraftNotice({ onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <div role="status" className="draft-note text-small">
      <FilePen aria-hidden="true" size={17} className="flex-none" />
      <p className="mr-auto">Tienes cambios sin publicar.</p>
      <span className="flex flex-wrap gap-1">
        <Button size="sm" kind="ghost" onClick={onRestore}>
          Restaurar
        </Button>
        <Button size="sm" kind="ghost" onClick={onDiscard}>
          Descartar
        </Button>
      </span>
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
  const { form, draft, saving, unsaved, count, shown, props, discard } = useProfileForm(newest, user.id)
  const [isPreviewed, setPreviewed] = useState(false)
  const wide = useMedia('(min-width: 900px)')
  const note = { onRestore: draft.restore, onDiscard: draft.discard }
  return (
    <>
      <ProfileHeader title={title} profile={newest.profile}>
        <PageActions profile={newest.profile} />
        {draft.found && !wide && <DraftNotice {...note} />}
      </ProfileHeader>
      <PreviewedForm profile={shown} hasOpener={count > 0} open={isPreviewed} onOpenChange={setPreviewed}>
        <form {...props} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          {draft.found && wide && <DraftNotice {...note} />}
          <ImageSlots profile={newest.profile} />
          <FieldGroups form={form} isNew={isAsMade(newest.profile)} loginEmail={user.email} />
          <SaveBar
            count={count}
            isDraftKept={draft.isKept}
            saving={saving.saving}
            onDiscard={discard}
            onPreview={() => setPreviewed(true)}
          />
        </form>
      </PreviewedForm>
      <LeaveQuestion {...unsaved} />
      {saving.conflict && (
        <ConflictDialog
          conflict={saving.conflict}
          onOverwrite={saving.overwrite}
          onClose={saving.keepEditing}
        />
      )}
    </>
  )
}
