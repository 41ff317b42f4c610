import type { HistoryEntry } from '@app/contracts/audit/calls.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useLocation, useNavigate } from 'react-router-dom'
import { usePastProfileQuery, type Moment } from './history-api.ts'
import { momentIn, searchAtMoment } from './shown-moment.ts'
import type { OwnerChanges } from './use-owner-changes.ts'

export type Shown = ReturnType<typeof useShown>

/** What the address names, or today's version; and the line that made it. */
export function useShown(profileId: string, changes: OwnerChanges) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const chosen = momentIn(search)
  const { newestVersion } = changes
  const moment = chosen ?? (newestVersion === undefined ? undefined : { version: newestVersion })
  const answer = usePastProfileQuery(moment ? { profileId, moment } : skipToken)
  const version = answer.currentData?.version ?? (moment && 'version' in moment ? moment.version : null)
  const at = chosen && 'at' in chosen ? chosen.at : undefined
  return {
    search,
    at,
    chosen,
    moment,
    answer,
    goTo: (next: Moment | undefined) => void navigate({ search: searchAtMoment(search, next) }),
    isSelected: (entry: HistoryEntry): boolean =>
      entry.version === null ? entry.at === at : entry.version === version && !isOfNoVersion(changes, at),
  }
}

/** The address names the instant of a change that made no version: its line is the selected one. */
const isOfNoVersion = ({ entries }: OwnerChanges, at: string | undefined): boolean =>
  at !== undefined && entries?.some((entry) => entry.version === null && entry.at === at) === true
