import { dayInSantiago } from '@app/contracts/calendar.ts'
import { lazy, useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { useMedia } from '../../../ui/browser/use-media.ts'
import { adminApi } from '../admin-api.ts'
import { ListWithSheet } from '../sheet/ListWithSheet.tsx'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestList } from './RequestList.tsx'
import { useRequestFilter } from './use-request-filter.ts'
import { useRequestLists } from './use-request-lists.ts'
import './requests.css'

const RequestSheet = lazy(async () => ({ default: (await import('./sheet/RequestSheet.tsx')).RequestSheet }))

const TAB = 'solicitudes'
const ID = /^[0-9a-f-]{36}$/
const COLUMNS = 'min-[1181px]:@min-[53rem]:grid-cols-[minmax(0,1fr)_464px]'
const SECOND_MS = 1_000

export function RequestsPanel() {
  const { search } = useLocation()
  const wide = useMedia('(min-width: 901px)')
  const filter = useRequestFilter()
  const lists = useRequestLists(filter.asked)
  useDailyRead()
  const params = new URLSearchParams(search)
  const named = params.get('request') ?? ''
  // Other tabs keep this one's parameters in their addresses.
  const open = params.get('tab') === TAB && ID.test(named) ? named : undefined
  const rows = lists.groups?.flatMap((group) => group.rows) ?? []
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <RequestFilters filter={filter} lists={lists} wide={wide} />
      <ListWithSheet
        keys={rows.map(({ id }) => id)}
        param="request"
        open={open}
        wide={wide}
        columns={COLUMNS}
        list={(hrefOf) => <RequestList lists={lists} filter={filter} hrefOf={hrefOf} open={open} />}
        sheet={(steps) => (
          <RequestSheet
            wide={wide}
            id={open ?? ''}
            listed={rows.find(({ id }) => id === open)}
            steps={steps}
          />
        )}
      />
    </div>
  )
}

/** How many days are left is the server's figure: it is read again in the first second of a day in Santiago. */
function useDailyRead(): void {
  const dispatch = useDispatch()
  useEffect(() => {
    let day = dayInSantiago(Date.now())
    const timer = setInterval(() => {
      const today = dayInSantiago(Date.now())
      if (today === day) return
      day = today
      dispatch(adminApi.util.invalidateTags(['requests']))
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [dispatch])
}
