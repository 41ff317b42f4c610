import { AVATAR_WIDTHS, imagePath, widthName, type ImageWidth } from '@app/contracts/fields/pictures.ts'
import { isolated, displayName } from '@app/contracts/fields/names.ts'

import { Icon } from './Icon.tsx'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'

export const widthSet = (ref: string, widths: readonly ImageWidth[]): string =>
  widths.map((width) => `${imagePath(ref, widthName(width))} ${width}w`).join(', ')

export const densitySet = (ref: string, widths: readonly ImageWidth[]): string =>
  widths.map((width, index) => `${imagePath(ref, widthName(width))} ${index + 1}x`).join(', ')

export function Person({ profile, nameAs: Name }: { profile: ViewedProfile; nameAs: 'h1' | 'p' }) {
  const [position, company] = [profile.position.trim(), profile.company.trim()]
  return (
    <div className="who">
      <Avatar profile={profile} />
      <Name className="name" dir="auto">
        {displayName(profile)}
      </Name>
      {(position !== '' || company !== '') && (
        <p className="role">
          <bdi>{position}</bdi>
          {company !== '' && (
            <span>
              {position !== '' && <span> · </span>}
              <bdi>{company}</bdi>
            </span>
          )}
        </p>
      )}
      <Bio text={profile.bio.trim()} />
    </div>
  )
}

/** The icon lies under the photo, for as long as the photo is loading or missing. */
function Avatar({ profile }: { profile: ViewedProfile }) {
  return (
    <div className="ava">
      <Icon name="person" size={48} stroke={1.6} />
      {profile.profile_image !== null && (
        <img
          src={imagePath(profile.profile_image, widthName(AVATAR_WIDTHS[1]))}
          srcSet={widthSet(profile.profile_image, AVATAR_WIDTHS)}
          sizes="104px"
          alt={`Foto de ${isolated(displayName(profile))}`}
          width="104"
          height="104"
        />
      )}
    </div>
  )
}

/** Texts beyond these limits are cut to four lines, so that the links stay in view. */
const CHARS_SHOWN_WHOLE_MAX = 260
const LINES_SHOWN_WHOLE_MAX = 6

function Bio({ text }: { text: string }) {
  if (text === '') return null
  const long = text.length > CHARS_SHOWN_WHOLE_MAX || text.split('\n').length > LINES_SHOWN_WHOLE_MAX
  return (
    <>
      <p className="bio" dir="auto">
        {text}
      </p>
      {long && (
        // Works without JavaScript: CSS cuts the text while closed.
        <details className="more">
          <summary>
            <span className="shut">Ver más</span>
            <span className="open">Ver menos</span>
          </summary>
        </details>
      )}
    </>
  )
}

/** Fields of a profile in the view; an editor's unsaved values have them too. */
export type ViewedProfile = Omit<PublicProfile, 'id' | 'updated_at'>

export type VisitorForm = 'remind' | 'identify'
