import { AVATAR_WIDTHS, imagePath, widthName } from '@app/contracts/fields/image-renditions.ts'
import { widthSet } from './picture-sets.ts'
import { displayName } from './names.ts'
import { Icon } from './Icon.tsx'
import type { ViewedProfile } from './viewed-profile.ts'

/** The icon lies under the photo, for as long as the photo is loading or missing. */
export function Avatar({ profile }: { profile: ViewedProfile }) {
  return (
    <div className="ava">
      <Icon name="person" size={48} stroke={1.6} />
      {profile.profile_image !== null && (
        <img
          src={imagePath(profile.profile_image, widthName(AVATAR_WIDTHS[1]))}
          srcSet={widthSet(profile.profile_image, AVATAR_WIDTHS)}
          sizes="104px"
          alt={`Foto de ${displayName(profile)}`}
          width="104"
          height="104"
        />
      )}
    </div>
  )
}
