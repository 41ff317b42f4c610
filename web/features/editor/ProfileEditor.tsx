import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import type { User } from '@app/contracts/api/accounts/user.ts'
import { DETAIL_FIELDS } from '@app/contracts/events/profile-events.ts'
import { useState } from 'react'
import { FieldGroups } from './fields/FieldGroups.tsx'
import { ImageSlots } from './images/ImageSlots.tsx'
import { PageActions } from './PageActions.tsx'
import { PreviewedForm } from './preview/PreviewedForm.tsx'
import type { VersionedProfile } from './profile-api.ts'
import { ProfileHeader } from './ProfileHeader.tsx'
import { ConflictDialog } from './saving/ConflictDialog.tsx'
import { DraftNotice } from './saving/DraftNotice.tsx'
import { SaveBar } from './saving/SaveBar.tsx'
import { useProfileForm } from './use-profile-form.ts'

const isAsMade = (profile: OwnProfile): boolean =>
  profile.lastname !== '' &&
  DETAIL_FIELDS.every((name) => ['name', 'lastname'].includes(name) || profile[name] === '')

interface ProfileEditorProps {
  readonly newest: VersionedProfile
  readonly user: User
  readonly title: string
}

export function ProfileEditor({ newest, user, title }: ProfileEditorProps) {
  const { form, draft, saving, count, shown, props, discard } = useProfileForm(newest, user.id)
  const [isPreviewed, setPreviewed] = useState(false)
  return (
    <>
      <ProfileHeader title={title} profile={newest.profile}>
        <PageActions profile={newest.profile} />
      </ProfileHeader>
      <PreviewedForm profile={shown} hasOpener={count > 0} open={isPreviewed} onOpenChange={setPreviewed}>
        <form {...props} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          {draft.found && <DraftNotice onRestore={draft.restore} onDiscard={draft.discard} />}
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
      {saving.conflict && (
        <ConflictDialog
          conflict={saving.conflict}
          onOverwrite={saving.overwrite}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.keepEditing}
        />
      )}
    </>
  )
}
