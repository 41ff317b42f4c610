import { readFileSync, writeFileSync } from 'node:fs'

/** The durable state of a node: its round, and its vote in it. */
export interface Votes {
  readonly round: () => number
  readonly votedFor: () => number | undefined
  readonly enter: (round: number, votedFor?: number) => void
}

export function openVotes(path: string): Votes {
  let { round, votedFor } = read(path)
  return {
    round: () => round,
    votedFor: () => votedFor,
    enter: (newRound, vote) => {
      round = newRound
      votedFor = vote
      writeFileSync(path, JSON.stringify({ round, votedFor }))
    },
  }
}

function read(path: string): { round: number; votedFor?: number } {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { round: number; votedFor?: number }
  } catch {
    return { round: 0 } // a new node, or one that was killed during the write
  }
}
