import type { AdminProfile } from '@app/contracts/api/admin.ts'
import { UserRound } from 'lucide-react'
import { nameOf } from './profile-choice.ts'

/** Photo (or its icon), name and address of a profile, on one row. */
export function ProfileLine({ profile }: { readonly profile: AdminProfile }) {
  return (
    <>
      <span className="grid size-[34px] flex-none place-items-center rounded-full bg-surface-3 text-ink-3">
        <UserRound aria-hidden="true" size={18} strokeWidth={1.9} />
      </span>
      <span className="min-w-0 flex-1 text-left">
        <b className="block truncate text-small leading-[1.25] font-[650] tracking-[-0.01em]">
          {nameOf(profile)}
        </b>
        <span className="block truncate text-micro text-ink-3">/pages/{profile.slug}</span>
      </span>
    </>
  )
}
