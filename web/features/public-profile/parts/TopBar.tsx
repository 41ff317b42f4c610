import type { PublicProfile } from '@app/contracts/api/public.ts'
import { imagePath, LOGO_WIDTHS, widthName } from '@app/contracts/fields/image-renditions.ts'
import { densitySet } from '../pictures.ts'
import { Icon } from './Icon.tsx'

export function TopBar({ profile }: { profile: PublicProfile }) {
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
            <span>{company}</span>
          </div>
        )
      )}
      <button
        type="button"
        className="round"
        aria-label="Identifícate (opcional)"
        aria-haspopup="dialog"
        data-identify-opener
      >
        <Icon name="users" size={20} stroke={1.9} />
      </button>
    </div>
  )
}
