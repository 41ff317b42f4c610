import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { useSelector } from 'react-redux'
import { selectSignedIn } from '../../app/slices.ts'
import { EmptyNotice, FailedNotice } from '../../ui/notices/Notice.tsx'
import { useSay } from '../../ui/notices/Messages.tsx'
import { ScreenTitle } from '../../ui/ScreenFrame.tsx'
import { useNewestProfile } from './profile-api.ts'
import { ProfileEditor } from './ProfileEditor.tsx'
import { useSaveKey } from './use-profile-form.ts'

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
