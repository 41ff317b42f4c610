import type { User } from '@app/contracts/accounts.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import { selectSignedIn } from '../../app/session/session-slice.ts'
import { useSaveKey } from '../../ui/browser/use-browser.ts'
import { useSay } from '../../ui/notices/Toasts.tsx'
import { EmptyNotice, FailedNotice } from '../../ui/notices/states.tsx'
import { ProfileHeader, ScreenTitle } from '../../ui/ScreenFrame.tsx'
import { FieldGroups } from './fields/FieldGroups.tsx'
import { ImageSlots } from './images/ImageSlots.tsx'
import { LinkAndQr, PreviewedForm } from './preview/LivePreview.tsx'
import { type VersionedProfile, useNewestProfile } from './profile-api.ts'
import { ConflictDialog, SaveBar } from './SaveBar.tsx'
import { useProfileForm } from './use-profile-form.ts'

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
  return <ProfileEditor newest={data} user={user} />
}

interface ProfileEditorProps {
  readonly newest: VersionedProfile
  readonly user: User
}

function ProfileEditor({ newest, user }: ProfileEditorProps) {
  const { form, edits, count, conflict, unsaved, ...actions } = useProfileForm(newest, user.id)
  const [isPreviewed, setPreviewed] = useState(false)
  const shown = useMemo(() => ({ ...newest.profile, ...edits }), [newest, edits])
  return (
    <>
      <ProfileHeader title={TITLE} profile={newest.profile} className="max-w-[1008px]">
        <LinkAndQr profile={newest.profile} />
      </ProfileHeader>
      <PreviewedForm profile={shown} hasOpener={count > 0} open={isPreviewed} onOpenChange={setPreviewed}>
        <form {...form.props} aria-label={TITLE} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <ImageSlots profile={newest.profile} />
          <FieldGroups form={form} edits={edits} profile={newest.profile} loginEmail={user.email} />
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
