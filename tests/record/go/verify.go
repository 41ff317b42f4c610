// Verifies published logs with Go's own packages for transparency logs, of which nobody here wrote a line.
//
//	verify LOG-KEY FOLDER...
//
// A folder has a checkpoint, its tiles and entry bundles (https://c2sp.org/tlog-tiles), inclusion proofs in proofs/
// (https://c2sp.org/tlog-proof), and in consistency an older checkpoint below a proof that this one continues it.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8
const tileWidth = 1 << tileHeight

type keys struct{ log note.Verifier }

// Opens a checkpoint that the log has signed.
func (k keys) open(text []byte) (tlog.Tree, error) {
	opened, err := note.Open(text, note.VerifierList(k.log))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != k.log.Name() {
		return tlog.Tree{}, errors.New("no checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] {
		return tlog.Tree{}, errors.New("a checkpoint without a size")
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// Reads tiles of a folder. Its paths have no height, because C2SP's tiles all have the same.
type tiles struct{ folder string }

func (t tiles) Height() int                    { return tileHeight }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range wanted {
		data, err := os.ReadFile(filepath.Join(t.folder, strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
		if err != nil {
			return nil, err
		}
		if len(data) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s has %d bytes", tile.Path(), len(data))
		}
		read = append(read, data)
	}
	return read, nil
}

// The entries of bundle n, each after its length.
func bundle(folder string, n int64, width int) ([][]byte, error) {
	path := strings.Replace(tlog.Tile{H: tileHeight, L: 0, N: n, W: width}.Path(), "tile/8/0/", "tile/entries/", 1)
	rest, err := os.ReadFile(filepath.Join(folder, path))
	if err != nil {
		return nil, err
	}
	var entries [][]byte
	for len(rest) > 0 {
		if len(rest) < 2 || len(rest) < 2+int(binary.BigEndian.Uint16(rest)) {
			return nil, fmt.Errorf("%s ends within an entry", path)
		}
		end := 2 + int(binary.BigEndian.Uint16(rest))
		entries, rest = append(entries, rest[2:end]), rest[end:]
	}
	if len(entries) != width {
		return nil, fmt.Errorf("%s has %d entries", path, len(entries))
	}
	return entries, nil
}

// Compares each entry's hash with the leaf of the tiles, which the reader proves up to the root.
func checkEntries(folder string, tree tlog.Tree, hashes tlog.HashReader) ([]tlog.Hash, error) {
	var leaves []tlog.Hash
	for start := int64(0); start < tree.N; start += tileWidth {
		width := tileWidth
		if tree.N-start < tileWidth {
			width = int(tree.N - start)
		}
		entries, err := bundle(folder, start/tileWidth, width)
		if err != nil {
			return nil, err
		}
		var indexes []int64
		for n := range entries {
			indexes = append(indexes, tlog.StoredHashIndex(0, start+int64(n)))
		}
		proved, err := hashes.ReadHashes(indexes)
		if err != nil {
			return nil, err
		}
		for n, entry := range entries {
			if tlog.RecordHash(entry) != proved[n] {
				return nil, fmt.Errorf("entry %d is not its leaf", start+int64(n))
			}
		}
		leaves = append(leaves, proved...)
	}
	root, err := tlog.TreeHash(tree.N, hashes)
	if err == nil && root != tree.Hash {
		err = errors.New("the tiles have another root")
	}
	return leaves, err
}

// The hashes of lines in base64.
func parseHashes(lines []string) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}

func (k keys) checkProof(file string, leaves []tlog.Hash) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, checkpoint, _ := bytes.Cut(text, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "index ") {
		return errors.New("no proof")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil || index < 0 || index >= int64(len(leaves)) {
		return errors.New("no place of a leaf")
	}
	proof, err := parseHashes(lines[2:])
	if err != nil {
		return err
	}
	tree, err := k.open(checkpoint)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaves[index])
}

func (k keys) checkProofs(folder string, leaves []tlog.Hash) error {
	files, err := filepath.Glob(filepath.Join(folder, "proofs", "*"))
	if err != nil || len(files) == 0 {
		return errors.New("there are no proofs")
	}
	for _, file := range files {
		if err := k.checkProof(file, leaves); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
	}
	return nil
}

// The older checkpoint is the beginning of the tree, by the written proof and by one made of the tiles.
func (k keys) checkConsistency(folder string, tree tlog.Tree, hashes tlog.HashReader) error {
	text, err := os.ReadFile(filepath.Join(folder, "consistency"))
	if err != nil {
		return err
	}
	head, checkpoint, _ := bytes.Cut(text, []byte("\n\n"))
	older, err := k.open(checkpoint)
	if err != nil {
		return err
	}
	lines := strings.Split(string(head), "\n")
	if lines[0] != fmt.Sprintf("old %d", older.N) || older.N > tree.N {
		return fmt.Errorf("a tree of %d leaves has become one of %d", older.N, tree.N)
	}
	written, err := parseHashes(lines[1:])
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(written, tree.N, tree.Hash, older.N, older.Hash); err != nil {
		return err
	}
	made, err := tlog.ProveTree(tree.N, older.N, hashes)
	if err != nil {
		return err
	}
	return tlog.CheckTree(made, tree.N, tree.Hash, older.N, older.Hash)
}

func (k keys) check(folder string) error {
	text, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
	if err != nil {
		return err
	}
	tree, err := k.open(text)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	hashes := tlog.TileHashReader(tree, tiles{folder})
	leaves, err := checkEntries(folder, tree, hashes)
	if err != nil {
		return fmt.Errorf("entries: %w", err)
	}
	if err := k.checkProofs(folder, leaves); err != nil {
		return fmt.Errorf("proofs: %w", err)
	}
	if err := k.checkConsistency(folder, tree, hashes); err != nil {
		return fmt.Errorf("consistency: %w", err)
	}
	fmt.Printf("%s: accepted %d entries\n", filepath.Base(folder), tree.N)
	return nil
}

func main() {
	log, err := note.NewVerifier(os.Args[1])
	if err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	for _, folder := range os.Args[2:] {
		if err := (keys{log}).check(folder); err != nil {
			fmt.Printf("%s: refused: %s\n", filepath.Base(folder), strings.ReplaceAll(err.Error(), "\n", " "))
		}
	}
}
