import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { PreviewedForm } from '../preview/PreviewedForm.tsx'
import { useProfileQuery } from '../profile-api.ts'
import { AppearanceForm } from './AppearanceForm.tsx'
import { AppearanceSkeleton } from './AppearanceSkeleton.tsx'

/** Read again each time it opens: another tab may have changed it. */
export function Appearance({ profileId }: { readonly profileId: string }) {
  const { data, isError, refetch } = useProfileQuery(profileId, { refetchOnMountOrArgChange: true })
  if (data) return <AppearanceForm versioned={data} reload={async () => (await refetch()).isSuccess} />
  if (isError) return <FailedNotice text="No pudimos cargar el perfil." onRetry={() => void refetch()} />
  return (
    <PreviewedForm profile={undefined}>
      <AppearanceSkeleton />
    </PreviewedForm>
  )
}
