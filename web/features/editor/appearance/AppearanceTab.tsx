import type { OwnProfile } from '@app/contracts/profiles/calls.ts'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { ProfileHeader } from '../ProfileHeader.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { PreviewedForm } from '../preview/LivePreview.tsx'
import { useNewestProfile } from '../profile-api.ts'
import { AppearanceForm } from './AppearanceForm.tsx'

function Appearance({ id }: { readonly id: string }) {
  const { data, isError, refetch } = useNewestProfile(id)
  if (data) return <AppearanceForm versioned={data} reload={() => void refetch()} />
  if (isError) return <FailedNotice text="No pudimos cargar el perfil." onRetry={() => void refetch()} />
  return (
    <PreviewedForm profile={undefined}>
      <AppearanceSkeleton />
    </PreviewedForm>
  )
}

const AppearanceSkeleton = () => (
  <div aria-hidden="true" className="grid gap-3.5">
    <div className="skeleton h-[262px] rounded-lg" />
    <div className="skeleton h-[352px] rounded-lg" />
  </div>
)

export function AppearanceTab({ profile }: { readonly profile: OwnProfile | undefined }) {
  return (
    <>
      <ProfileHeader title="Personalizar Apariencia" screen="Apariencia" profile={profile} />
      {profile ? (
        <Appearance key={profile.id} id={profile.id} />
      ) : (
        <EmptyNotice title="Selecciona un perfil para personalizar" />
      )}
    </>
  )
}
