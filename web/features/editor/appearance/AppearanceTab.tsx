import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { ProfileHeader } from '../ProfileHeader.tsx'
import { Appearance } from './Appearance.tsx'

export function AppearanceTab({ profile }: { readonly profile: OwnProfile | undefined }) {
  return (
    <>
      <ProfileHeader title="Personalizar Apariencia" screen="Apariencia" profile={profile} />
      {profile ? (
        <Appearance key={profile.id} profileId={profile.id} />
      ) : (
        <EmptyNotice title="Selecciona un perfil para personalizar" />
      )}
    </>
  )
}
