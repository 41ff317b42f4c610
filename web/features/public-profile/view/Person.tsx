import { Avatar } from './Avatar.tsx'
import { Bio } from './Bio.tsx'
import { displayName } from './names.ts'
import type { ViewedProfile } from './viewed-profile.ts'

export function Person({ profile, nameAs: Name }: { profile: ViewedProfile; nameAs: 'h1' | 'p' }) {
  const [position, company] = [profile.position.trim(), profile.company.trim()]
  return (
    <div className="who">
      <Avatar profile={profile} />
      <Name className="name">{displayName(profile)}</Name>
      {(position !== '' || company !== '') && (
        <p className="role">
          {position}
          {company !== '' && <span>{position === '' ? company : ` · ${company}`}</span>}
        </p>
      )}
      <Bio text={profile.bio.trim()} />
    </div>
  )
}
