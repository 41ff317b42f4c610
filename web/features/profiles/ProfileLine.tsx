import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { profileNameOf } from './profile-choice.ts'
import { ProfilePhoto } from '../../ui/people/ProfilePhoto.tsx'

export function ProfileLine({ profile }: { readonly profile: OwnProfile }) {
  return (
    <>
      <ProfilePhoto image={profile.profile_image} />
      <span className="min-w-0 flex-1 text-left">
        <b dir="auto" className="block truncate text-small leading-[1.25] font-[650] tracking-[-0.01em]">
          {profileNameOf(profile)}
        </b>
        <span className="block truncate text-micro text-ink-3">/pages/{profile.slug}</span>
      </span>
    </>
  )
}
