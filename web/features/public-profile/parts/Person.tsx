import type { PublicProfile } from '@app/contracts/api/public.ts'
import { displayName } from '../texts.ts'
import { Avatar } from './Avatar.tsx'
import { Bio } from './Bio.tsx'

export function Person({ profile }: { profile: PublicProfile }) {
  const [position, company] = [profile.position.trim(), profile.company.trim()]
  return (
    <div className="who">
      <Avatar profile={profile} />
      <h1>{displayName(profile)}</h1>
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
