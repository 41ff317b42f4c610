import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { ChevronsUpDown } from 'lucide-react'
import { ProfilePhoto } from '../../ui/people.tsx'
import { profileNameOf } from './use-chosen-profile.ts'

interface ProfileSwitchProps {
  readonly profiles: readonly OwnProfile[]
  /** An administrator may have opened one that is not among them. */
  readonly chosen: OwnProfile
  readonly onChoose: (profile: OwnProfile) => void
  readonly compact?: boolean
}

const FRAME =
  'relative flex items-center gap-2.5 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)'
const WIDE =
  '@container w-full bg-surface p-2 shadow-[0_0_0_1px_var(--line)] hover:bg-surface-2 forced-colors:border'

export function ProfileSwitch({ profiles, chosen, onChoose, compact = false }: ProfileSwitchProps) {
  const choose = (id: string) => {
    const profile = profiles.find((one) => one.id === id)
    if (profile) onChoose(profile)
  }
  return (
    <span className={`${FRAME} ${compact ? 'mx-auto p-[3px]' : WIDE}`}>
      <span className={compact ? '' : '@max-[10rem]:hidden'}>
        <ProfilePhoto image={chosen.profile_image} />
      </span>
      {!compact && <Chosen profile={chosen} />}
      <select
        aria-label={`Perfil: ${isolated(profileNameOf(chosen))}. Cambiar de perfil`}
        value={chosen.id}
        onChange={({ target }) => choose(target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0 *:bg-surface *:text-ink"
      >
        {!profiles.includes(chosen) && <option hidden value={chosen.id} />}
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {`${profileNameOf(profile)} · /pages/${profile.slug}`}
          </option>
        ))}
      </select>
    </span>
  )
}

const Chosen = ({ profile }: { readonly profile: OwnProfile }) => (
  <>
    <span aria-hidden="true" className="min-w-0 flex-1 text-left">
      <b dir="auto" className="block truncate text-small leading-[1.25] font-[650] tracking-[-0.01em]">
        {profileNameOf(profile)}
      </b>
      <span className="block truncate text-micro text-ink-3 @max-[10rem]:hidden">{`/pages/${profile.slug}`}</span>
    </span>
    <ChevronsUpDown aria-hidden="true" size={15} strokeWidth={1.9} className="flex-none" />
  </>
)
