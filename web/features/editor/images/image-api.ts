import { deleteUpload, postUpload } from '@app/contracts/media/calls.ts'
import type { ImageKind } from '@app/contracts/profiles/events.ts'
import { api } from '../../../app/api.ts'

interface ImagePlace {
  readonly profileId: string
  readonly kind: ImageKind
}

interface Changed {
  readonly message: string
}

const pathOf = ({ kind, profileId }: ImagePlace): string => `/upload/${kind}/${encodeURIComponent(profileId)}`

/** A neutral name instead of the picked file's: the server stores none. */
const FILE_NAME = 'imagen'

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file, FILE_NAME)
  return form
}

/** Also after a failure: an answer that was lost may have been a success. */
const changedTags = (_answer: unknown, _error: unknown, { profileId }: ImagePlace) => [
  'Profiles' as const,
  { type: 'Profile' as const, id: profileId },
]

const imageApi = api.injectEndpoints({
  endpoints: (build) => ({
    uploadImage: build.mutation<Changed, ImagePlace & { readonly file: Blob }>({
      query: ({ file, ...place }) => ({ url: pathOf(place), method: 'POST', body: formOf(file) }),
      transformResponse: (body) => postUpload.answer.parse(body),
      invalidatesTags: changedTags,
    }),
    deleteImage: build.mutation<Changed, ImagePlace>({
      query: (place) => ({ url: pathOf(place), method: 'DELETE' }),
      transformResponse: (body) => deleteUpload.answer.parse(body),
      invalidatesTags: changedTags,
    }),
  }),
})

export const { useUploadImageMutation, useDeleteImageMutation } = imageApi
