/** Preloaded into a measured process: reports its processor time and memory to its parent. */
process.on('message', (message: { readonly ask?: string; readonly id?: number }) => {
  if (message.ask !== 'usage') return
  const { rss } = process.memoryUsage()
  process.send?.({
    id: message.id,
    ...process.cpuUsage(),
    rss,
    rssMax: process.resourceUsage().maxRSS * 1_024,
  })
})
// Ends with a killed bench.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
