import { getAdminReminders, type ReminderSubscription } from '@app/contracts/api/reminders.ts'
import { adminApi, nextPlace, PAGE_ROWS, type AskedPage, type ListPage } from '../admin-api.ts'

/** Filter of a list or its export. */
export const reminderFilter = ({ search, filter }: Pick<AskedPage, 'search' | 'filter'>) => ({
  status_filter: filter,
  profile_filter: search,
})

const remindersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** By `after` on every page: `skip` reads all that comes before. */
    reminders: build.query<ListPage<ReminderSubscription>, AskedPage>({
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
