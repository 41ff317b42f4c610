import { expect, test } from 'vitest'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { createUploads } from '../../tests/support/api/test-uploads.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { account } from '../accounts/account.ts'
import { load } from '../kernel/commands.ts'
import { renderImage } from '../media/make-renditions.ts'
import { plain } from '../media/testing/sample-pictures.ts'
import { issue, redeem } from '../accounts/testing/people.ts'
import { ID_KEYS } from '../kernel/keys/testing/names.ts'
import { createPictureRefs } from '../kernel/keys/keyed-ids.ts'

/** Tests the wiring between parts of the product, which tests of the api do not cover. */

const api = useTestApi()

test('the product completes an activation that a crash interrupted', async () => {
  const { id } = await api.newAccount('Ana', { isActivated: false })
  await issue(api.store)
  await redeem(api.store, undefined, id)
  const stateNow = async () => (await load(api.store, account, accountStream(id))).state
  await expect.poll(stateNow).toMatchObject({ status: 'registered', maxProfiles: 3 })
})

test('a picture’s name depends on the key of the installation, not only on its content', async () => {
  const file = await plain('#123456', 32)
  const ref = await createUploads(api).ref({ profileId: api.profile.id, file })
  const byContent = (await renderImage(file, 'profile-image')).ref
  expect(ref).not.toBe(byContent)
  expect(ref).toBe(createPictureRefs(ID_KEYS)(byContent))
})
