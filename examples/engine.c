/* An engine for Calavera in C: cc -O2 -o engine engine.c
 *
 * It reads the line `go` alone, and never a disc that is not its own: places flowers while it
 * has any, opens with one disc in four cases, and passes otherwise. docs/engines.md has the lines.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MOVES 64

static const char *chosen(char **moves, int count, unsigned random)
{
    for (int i = 0; i < count; i++)
        if (strcmp(moves[i], "1") == 0 && random % 4 == 0)
            return moves[i];
    for (int i = 0; i < count; i++)
        if (strcmp(moves[i], "F") == 0 || strcmp(moves[i], "-") == 0)
            return moves[i];
    int kept = 0; /* showing discs helps nobody but the others */
    for (int i = 0; i < count; i++)
        if (strcmp(moves[i], "!") != 0)
            moves[kept++] = moves[i];
    return moves[random % (unsigned)kept];
}

static void answer(char *line)
{
    char *moves[MOST_MOVES];
    int count = 0, listing = 0;
    unsigned random = 0;
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        if (listing) {
            if (count < MOST_MOVES)
                moves[count++] = word;
        } else if (strcmp(word, "moves") == 0)
            listing = 1;
        else if (strcmp(word, "random") == 0 && (word = strtok(NULL, " \n")))
            random = (unsigned)strtoul(word, NULL, 10);
    }
    printf("move %s\n", chosen(moves, count, random));
}

int main(void)
{
    static char line[1 << 16]; /* views are the longest lines: some kilobytes */
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "calavera ", 9) == 0)
            printf("name Pebble\nready\n");
        else if (strncmp(line, "go ", 3) == 0)
            answer(line);
        else if (strcmp(line, "quit\n") == 0)
            break;
    }
    return 0;
}
