// Counts the visits of the topic, each once: `KAFKA_BROKERS=host:port node docs/kafka-consumer.mjs`. See kafka.md.
import kafkajs from 'kafkajs'

const kafka = new kafkajs.Kafka({
  clientId: 'warehouse',
  brokers: process.env.KAFKA_BROKERS.split(','),
  logLevel: kafkajs.logLevel.ERROR,
})
const consumer = kafka.consumer({ groupId: 'warehouse' })

/** Store it with what you count, in one transaction. */
let reached = 0n
let visits = 0

await consumer.connect()
await consumer.subscribe({ topic: 'profiles.events.v1', fromBeginning: true })
await consumer.run({
  eachMessage: async ({ message }) => {
    const header = (name) => String(message.headers[name])
    const position = BigInt(header('ce_position'))
    if (position <= reached) return // it came again
    reached = position
    if (!header('ce_type').startsWith('ProfileTapped.')) return
    visits += 1
    console.log(visits, JSON.parse(String(message.value)).profileId)
  },
})
