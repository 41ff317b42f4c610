import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { Info, UserRound } from 'lucide-react'
import type { ChosenProfile } from '../../features/profiles/use-chosen-profile.ts'
import { profileNameOf } from '../../features/profiles/profile-choice.ts'
import { Button } from '../../ui/Button.tsx'

interface LineProps {
  readonly chosen: ChosenProfile
}

const LINE =
  'mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent-soft px-3.5 py-2 text-small text-ink'

function ForeignLine({
  profile,
  back,
}: {
  readonly profile: OwnProfile
  readonly back: (() => void) | undefined
}) {
  return (
    <div role="status" className={LINE}>
      <UserRound aria-hidden="true" size={17} className="flex-none text-accent" />
      <p className="min-w-0 flex-1 break-words">
        Perfil de otra persona:{' '}
        <b dir="auto" className="font-[650]">
          {profileNameOf(profile)}
        </b>{' '}
        <span className="font-mono text-[.92em] wrap-anywhere">{`/pages/${profile.slug}`}</span>
      </p>
      {back && (
        <Button size="sm" kind="ghost" onClick={back}>
          Volver a mis perfiles
        </Button>
      )}
    </div>
  )
}

/** The line above the tab where the address names another's profile, or none that may be opened. */
export function WhoseProfile({ chosen }: LineProps) {
  const { profile, isForeign, isUnknown, list, choose } = chosen
  const first = list.profiles?.[0]
  if (!profile) return null
  if (isForeign) return <ForeignLine profile={profile} back={first && (() => choose(first))} />
  if (!isUnknown) return null
  return (
    <div role="status" className={LINE}>
      <Info aria-hidden="true" size={17} className="flex-none text-accent" />
      <p className="min-w-0 flex-1 break-words">
        Ese perfil no existe o no es tuyo. Te mostramos el primero de los tuyos:{' '}
        <b dir="auto" className="font-[650]">
          {profileNameOf(profile)}
        </b>
        .
      </p>
      <Button size="sm" kind="ghost" onClick={() => choose(profile)}>
        Entendido
      </Button>
    </div>
  )
}
