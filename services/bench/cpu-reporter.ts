/**
 * Loaded into a measured process before its own program: tells, when asked over the channel to its parent, how much
 * processor time the process has used. It costs nothing while nobody asks.
 */
process.on('message', (message: { readonly ask?: string; readonly id?: number }) => {
  if (message.ask === 'cpu') process.send?.({ id: message.id, ...process.cpuUsage() })
})
// A bench that was killed leaves nothing running.
process.on('disconnect', () => process.exit(1))
// The channel alone must not keep the process alive.
process.channel?.unref()
