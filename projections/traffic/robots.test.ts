import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import listedRobots from 'crawler-user-agents'
import { expect, test } from 'vitest'
import { userAgentOf } from './user-agent.ts'
import { IN_APP_AGENTS } from './testing/in-app-agents.ts'

const require = createRequire(import.meta.url)

/** Public list of robots. It includes browsers inside Instagram and Facebook, which are people for us. */
const PEOPLE_LISTED = /\bInstagram \d|MetaIAB Facebook/
function robotsListed(): readonly string[] {
  const agents = listedRobots.flatMap(({ instances }) => instances)
  return [...new Set(agents)].filter((agent) => agent.trim() !== '' && !PEOPLE_LISTED.test(agent))
}

/** Public sample of browsers that real people used. */
function peopleListed(): readonly string[] {
  const path = join(dirname(require.resolve('user-agents')), 'user-agents.json')
  const people = JSON.parse(readFileSync(path, 'utf8')) as readonly { readonly userAgent: string }[]
  return [...new Set(people.map(({ userAgent }) => userAgent))]
}

const isRobot = (agent: string): boolean => userAgentOf(agent).isRobot
const LEAST_CAUGHT = 0.997

test('at least 997 of 1,000 listed robots do not count [FIG-7]', () => {
  const robots = robotsListed()
  expect(robots.length).toBeGreaterThan(2_000)
  const missed = robots.filter((agent) => !isRobot(agent))
  expect(1 - missed.length / robots.length, missed.join('\n')).toBeGreaterThanOrEqual(LEAST_CAUGHT)
})

test('page testers that look like a browser are robots', () => {
  const named = robotsListed().filter((agent) => /GTmetrix|YLT|Miniature\.io|TSM-turingos|Fluid/.test(agent))
  expect(named.length).toBeGreaterThanOrEqual(5)
  expect(named.filter((agent) => !isRobot(agent))).toEqual([])
})

test('no browser of a person is taken for a robot [FIG-7]', () => {
  const people = [...peopleListed(), ...IN_APP_AGENTS]
  expect(people.length).toBeGreaterThan(900)
  expect(people.filter(isRobot)).toEqual([])
})
