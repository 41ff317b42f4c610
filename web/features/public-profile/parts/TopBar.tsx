import type { PublicProfile } from '@app/contracts/api/public.ts'
import { fileAddress } from '../words.ts'
import { Icon } from './Icon.tsx'

export function TopBar({ profile }: { profile: PublicProfile }) {
  const company = profile.company.trim()
  return (
    <div className="top">
      {profile.company_logo !== null ? (
        <div className="logo">
          <img src={fileAddress(profile.company_logo)} alt={company} height="24" width="96" />
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
