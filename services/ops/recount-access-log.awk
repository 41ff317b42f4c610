# Counts the real log's taps, clicks and downloads from its raw lines, by other means than the import: no code and no
# map is shared with it. Quotes split a line, and nothing in that log is escaped. Runs on mawk as on gawk.
# Prints: what, profile, Santiago day, count.
BEGIN { FS = "\"" }

{ lines++ }
NF < 7 { unreadable++; next }

{
  split($1, head, " ")
  split($2, request, " ")
  split($3, answer, " ")
  path = request[2]
  sub(/\?.*/, "", path)
  profile = ""
  if (request[1] == "GET" && (answer[1] == 200 || answer[1] == 206 || answer[1] == 304)) classify()
  if (profile == "") { unmapped++; next }
  events[what " " profile " " santiago_day(head[4])]++
  visitor = profile SUBSEP head[1] SUBSEP $6
  if (!(visitor in seen)) { seen[visitor] = 1; visitors[profile]++ }
}

END {
  print "lines", "-", "-", lines + 0
  print "unreadable", "-", "-", unreadable + 0
  print "unmapped", "-", "-", unmapped + 0
  for (profile in visitors) print "visitor", profile, "-", visitors[profile]
  for (event in events) print event, events[event]
}

# The rules of access-map.json in its order, said again.
function classify() {
  if (path == "/") is("inicio", "tap")
  else if (path ~ "^/resume[.](xml|html|pdf)$") is("inicio", "download")
  else if (path == "/projects/xdotool/" || path == "/projects/xdotool/xdotool.xhtml") is("xdotool", "tap")
  else if (path ~ "^/files/xdotool/.") is("xdotool", "click")
  else if (path == "/projects/keynav" || path == "/projects/keynav/") is("keynav", "tap")
  else if (path ~ "^/blog/geekery/[^/]+[.]html$") is("blog", "tap")
  else if (path ~ "^/blog/tags/[^/]+$") is("blog", "click")
  else if (path ~ "^/articles/[^/]+/?$") is("articulos", "tap")
  else if (path ~ "^/presentations/[^/]+/?$") is("charlas", "tap")
  else if (path ~ "^/presentations/.+[.]pdf([.]html)?$") is("charlas", "download")
  else if (path ~ "^/files/logstash/.") is("charlas", "click")
}

function is(whose, kind) { profile = whose; what = kind }

# "[17/May/2015:10:05:03", in UTC; all of May 2015 Santiago was three hours behind.
function santiago_day(time,  day, hour) {
  day = substr(time, 2, 2) + 0
  hour = substr(time, 14, 2) + 0
  if (hour < 3) day--
  return sprintf("2015-05-%02d", day)
}
