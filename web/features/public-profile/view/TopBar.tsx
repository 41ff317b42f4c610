import { imagePath, LOGO_WIDTHS, widthName } from '@app/contracts/fields/image-renditions.ts'
import { densitySet } from './picture-sets.ts'
import { Openers } from './Openers.tsx'
import type { ViewedProfile } from './viewed-profile.ts'

export function TopBar({ profile }: { profile: ViewedProfile }) {
  const company = profile.company.trim()
  return (
    <div className="top">
      {profile.company_logo !== null ? (
        <div className="logo">
          <img
            src={imagePath(profile.company_logo, widthName(LOGO_WIDTHS[0]))}
            srcSet={densitySet(profile.company_logo, LOGO_WIDTHS)}
            alt={company}
            width="96"
            height="24"
          />
        </div>
      ) : (
        company !== '' && (
          <div className="logo">
            <span dir="auto">{company}</span>
          </div>
        )
      )}
      <Openers slug={profile.slug} />
    </div>
  )
}
