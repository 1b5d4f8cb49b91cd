// Command hello is built by the tests of the harness.
package main

import "fmt"

func main() { fmt.Println("hello") }
