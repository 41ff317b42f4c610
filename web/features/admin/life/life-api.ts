import { getAdminLife, type Life } from '@app/contracts/api/admin/life-calls.ts'
import { adminApi } from '../admin-api.ts'

const lifeApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** @param entity as `profile-<id>` */
    life: build.query<Life, string>({
      query: (entity) => `/admin/life/${entity.replace('-', '/')}`,
      transformResponse: (body) => getAdminLife.answer.parse(body),
      // Up to a few megabytes.
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useLifeQuery } = lifeApi
