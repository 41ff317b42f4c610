import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findManifest, madeByThisProgram, membersOf, writeManifest, type Manifest } from './manifest.ts'

const ACCOUNTS = 5_000
const profileId = (nth: number): string => `profile-${nth}`
const accounts = Array.from({ length: ACCOUNTS }, (_none, nth) => ({
  email: `persona-${nth}@bench.example`,
  id: `id-${nth}`,
  credentialId: 'one',
  profileId: profileId(nth),
  slug: `persona-${nth}`,
}))
/** The nth has an nth part of the most. */
const traffic = new Map(accounts.map((one, nth) => [one.profileId, Math.round(50_000 / (nth + 1))]))
const population = { accounts: ACCOUNTS, visited: ACCOUNTS, settled: ACCOUNTS }
const members = membersOf({ population, accounts, traffic })

test('owners who are measured on have about as much traffic each, and those to be erased are like them', () => {
  expect(members.busiest).toMatchObject({ profileId: profileId(0), events: 50_000 })
  expect(members.alike).toHaveLength(40)
  expect(members.toErase).toHaveLength(200)
  for (const { events } of members.alike) expect(Math.abs(events - 1_000)).toBeLessThan(900)
})

test('nobody is both to be erased and measured on', () => {
  const gone = new Set(members.toErase.map((one) => one.profileId))
  const measured = [members.busiest, ...members.alike, ...members.pages]
  expect(measured.filter((one) => gone.has(one.profileId))).toEqual([])
})

test('pages are of all kinds, from the most visited to those that nobody visits', () => {
  expect(members.pages[0]?.profileId).toBe(profileId(0))
  expect(members.pages.length).toBeGreaterThan(1_500)
  expect(members.pages.length).toBeLessThanOrEqual(2_000)
})

test('a folder is used again only when it was filled to its end by a program that fills alike', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-manifest-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(await findManifest(folder)).toBeUndefined()
  const manifest: Manifest = {
    madeBy: madeByThisProgram(),
    events: 1,
    accounts: 1,
    visited: 1,
    ...members,
    erased: 0,
    filledSeconds: 1,
  }
  await writeManifest(folder, manifest)
  expect(await findManifest(folder)).toEqual(manifest)
  await writeManifest(folder, { ...manifest, madeBy: 'another' })
  expect(await findManifest(folder)).toBeUndefined()
})
