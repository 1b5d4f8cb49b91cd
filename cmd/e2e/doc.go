// Package e2e holds the end-to-end tests: the real program in a real tmux beside a real Pi, whose model is the
// scripted provider of package provider.
//
// It owns the switch that turns such tests on ([Require]), the one way of waiting ([Await]) and the building of the
// program under test ([Build]). Its sub-packages are the parts a test puts together: provider (the model), pi (the
// agent and its scratch home), project (files for the agent to work on) and term (tmux).
//
// It must not be imported by anything outside cmd/e2e, and must not keep state between tests other than the cache
// folder, which holds installed copies of Pi and the built program.
//
// Invariants: without CFOLD_E2E=1 every test that needs tmux, npm or Pi is skipped and says so; with it nothing is
// skipped, and what is missing fails the test. Nothing sleeps: a test waits for a condition, and a deadline is only
// what ends a wait that will not be met. What a test starts ends with the test.
package e2e
