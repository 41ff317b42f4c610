import { getAdminReminders, type ReminderSubscription } from '@app/contracts/api/reminder-calls.ts'
import { nextPlace } from '../../../app/list-page.ts'
import { adminApi, PAGE_ROWS, type ListRequest, type ListPage } from '../admin-api.ts'

/** Which rows a list or its export has. */
export const reminderFilter = ({ search, filter }: Pick<ListRequest, 'search' | 'filter'>) => ({
  status_filter: filter,
  profile_filter: search,
})

const remindersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** By `after` on every page: `skip` reads all that comes before. */
    reminders: build.query<ListPage<ReminderSubscription>, ListRequest>({
      query: ({ after, ...asked }) => ({
        url: '/admin/reminders',
        params: { ...reminderFilter(asked), after, limit: PAGE_ROWS },
      }),
      transformResponse: (body, meta) => {
        const { reminders: rows, total } = getAdminReminders.answer.parse(body)
        return { rows, total, next: nextPlace(meta) }
      },
      providesTags: ['reminders'],
    }),
  }),
})

export const { useRemindersQuery } = remindersApi
