import type { User } from '@app/contracts/accounts.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { useState, type ReactNode } from 'react'
import { Plus } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { ScreenTitle } from '../../../ui/ScreenFrame.tsx'
import { type ProfileCreation, profileNameOf } from '../use-chosen-profile.ts'
import { ProfileCard } from './ProfileCard.tsx'
import { CardWriter, canWriteCards } from './CardWriter.tsx'
import { EmptyNotice } from '../../../ui/notices/states.tsx'

interface NoProfilesProps {
  readonly creating: boolean
  readonly onCreate: () => void
}

function NoProfiles({ creating, onCreate }: NoProfilesProps) {
  return (
    <>
      <ScreenTitle text="Mis Perfiles" className="mb-[18px] text-h1" />
      <EmptyNotice title="Aún no tienes perfiles.">
        <Button
          kind="primary"
          className="mt-3"
          busy={creating}
          icon={<Plus aria-hidden="true" size={18} strokeWidth={1.9} />}
          onClick={onCreate}
        >
          {creating ? 'Creando...' : 'Crear mi primer perfil'}
        </Button>
      </EmptyNotice>
    </>
  )
}

interface MyProfilesProps {
  readonly user: Pick<User, 'profiles_count' | 'max_profiles' | 'is_admin'>
  readonly profile: OwnProfile | undefined
  readonly profiles: readonly OwnProfile[]
  readonly stage?: ReactNode
  readonly creation: ProfileCreation
  readonly onChoose: (profile: OwnProfile) => void
  readonly editAddress: (profile: OwnProfile) => string
}

const MORE = 60

const limitText = (max: number): string =>
  `Llegaste a tu límite de ${max} ${max === 1 ? 'perfil' : 'perfiles'}. Contacta al administrador para tener más.`

export function MyProfiles(props: MyProfilesProps) {
  const { user, profile: chosen, profiles, creation } = props
  const [shown, setShown] = useState(MORE)
  if (profiles.length === 0) return <NoProfiles creating={creation.creating} onCreate={creation.create} />
  // As the server counts: the demo profile takes no slot of its owner's.
  const left = user.max_profiles - user.profiles_count
  // The stage shows an only profile already.
  const only = !user.is_admin && profiles.length === 1 && profiles[0] === chosen && chosen?.is_active
  return (
    <>
      <ScreenTitle text="Mis Perfiles" className="mb-[18px] text-h1" />
      {props.stage}
      {only && canWriteCards() && <CardWriter slug={chosen.slug} name={profileNameOf(chosen)} />}
      {(!only || left > 0) && (
        <ul
          aria-label="Perfiles"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-3.5"
        >
          {profiles.slice(only ? 1 : 0, shown).map((profile) => (
            <ProfileCard
              key={profile.id}
              profile={profile}
              isChosen={profile.id === chosen?.id}
              editAddress={props.editAddress(profile)}
              onChoose={() => props.onChoose(profile)}
            />
          ))}
          {left > 0 && <CreateCard left={left} max={user.max_profiles} creation={creation} />}
        </ul>
      )}
      {left <= 0 && (
        <p role="status" className="mt-3.5 text-small text-ink-2">
          {limitText(user.max_profiles)}
        </p>
      )}
      {profiles.length > shown && (
        <Button className="mx-auto mt-3.5 flex" onClick={() => setShown(shown + MORE)}>
          Ver más
        </Button>
      )}
    </>
  )
}

interface CreateCardProps {
  readonly left: number
  readonly max: number
  readonly creation: ProfileCreation
}

const CreateCard = ({ left, max, creation: { create, creating } }: CreateCardProps) => (
  <li className="grid min-h-[220px] content-center justify-items-center gap-2 rounded-lg border-[1.5px] border-dashed border-line-strong px-5 py-8 text-center">
    <Button busy={creating} icon={<Plus aria-hidden="true" size={18} strokeWidth={1.9} />} onClick={create}>
      {creating ? 'Creando...' : 'Crear nuevo perfil'}
    </Button>
    <p className="text-small text-ink-2">{`${left === 1 ? 'Te queda' : 'Te quedan'} ${left} de ${max}.`}</p>
  </li>
)
